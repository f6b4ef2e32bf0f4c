package dev.assay.toolcalls.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.toolcalls.limits.ToolCallLimits;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonParserTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "'a'",
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "+1",
        "NaN",
        "Infinity",
        "tru",
        "nullx",
        "\"\n\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "[1] 2",
        "// 1",
        "\u00a01",
        "\ufeff1",
        "{\"a\"}",
        "[1 2]",
        "\"\\u00",
        "\"open"
      })
  void aTextOutsideTheGrammarDoesNotParse(String text) {
    assertThat(JsonParser.parse(text)).isNull();
    assertThat(JsonParser.isValid(text, 0, text.length(), ToolCallLimits.JSON_NODES_MAX)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "31.0, 31",
    "-0, 0",
    "-0.0, 0",
    "1e16, 10000000000000000",
    "10000000000000000, 10000000000000000",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "9223372036854775808, 9223372036854776000",
    "9007199254740993, 9007199254740993",
    "9007199254740993.0, 9007199254740992",
    "1e21, 1e+21",
    "1e-7, 1e-7",
    "0.1, 0.1",
    "100, 100",
    "1e999, null"
  })
  void numbersPrintAsEcmaScriptDoesExceptExactIntegers(String literal, String printed) {
    assertThat(JsonText.stable(parsed(literal))).isEqualTo(printed);
  }

  @Test
  void theLastOfEqualNamesCounts() {
    assertThat(JsonText.stable(parsed("{\"b\":1,\"a\":2,\"b\":{\"c\":3}}")))
        .isEqualTo("{\"a\":2,\"b\":{\"c\":3}}");
  }

  @Test
  void aMemberThatIsSetIsThereOnce() {
    JsonObject object = (JsonObject) parsed("{\"a\":1,\"b\":2,\"a\":3}");

    assertThat(JsonText.asWritten(object.with("a", Json.number(4)))).isEqualTo("{\"b\":2,\"a\":4}");
  }

  @Test
  void theSmallestNamesOfAWideObjectAreThoseOfTheSortedOne() {
    JsonObject.Builder wide = JsonObject.builder();
    for (int i = 999; i >= 0; i--) {
      wide.put("k" + i * 7 % 1000, i).put("k" + i % 10, i);
    }
    JsonObject object = wide.build();

    assertThat(object.sorted(50)).isEqualTo(object.sorted().subList(0, 50));
  }

  @Test
  void namesThatShareAPlaceAreToldApart() {
    StringBuilder text = new StringBuilder("{\"\":0");
    for (int i = 0; i < 2_000; i++) {
      text.append(",\"n").append(i).append("x\":").append(i).append(",\"n\":1");
    }
    JsonObject object = (JsonObject) parsed(text.append('}').toString());

    assertThat(JsonText.asWritten(object)).isEqualTo(text.toString());
  }

  @Test
  void loneSurrogatesSurviveAsEscapes() {
    assertThat(JsonText.stable(parsed("\"x\\ud83dy\\ud83d\\ude00\"")))
        .isEqualTo("\"x\\ud83dy\ud83d\ude00\"");
  }

  @Test
  void nestingParsesUpToTheLimitAndNotBeyond() {
    assertThat(JsonParser.parse("[".repeat(512) + "]".repeat(512))).isNotNull();
    assertThat(JsonParser.parse("[".repeat(513) + "]".repeat(513))).isNull();
    assertThat(JsonParser.parse("[[],[]]".repeat(1))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"b\":[1,2.5,-3e-9,true,false,null],\"a\":\"\\u0001\\b\\f\\n\\r\\t\\\"\\\\/\"}",
        "[{},[],\"\",0.000001,123456789.125]",
        "{\"\":1,\" \":2,\"\\u00e9\":3,\"\\ud83d\\ude00\":4,\"\\uffff\":5}"
      })
  void stableTextAgreesWithTheCanonicalWriter(String text) throws IOException {
    assertThat(JsonText.stable(parsed(text)))
        .isEqualTo(CanonicalJson.stableText(new ObjectMapper().readTree(text)));
  }

  private static Json parsed(String text) {
    return Objects.requireNonNull(JsonParser.parse(text));
  }
}
