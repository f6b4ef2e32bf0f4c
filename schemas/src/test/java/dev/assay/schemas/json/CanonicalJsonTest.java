package dev.assay.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** RFC 8785, sections 3.2.2 to 3.2.4. */
  @Test
  void theExampleOfTheRfcGivesTheBytesOfTheRfc() throws Exception {
    String input =
        """
        {"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
         "string":"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
         "literals":[null,true,false]}
        """;

    String expected =
        "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
    assertThat(CanonicalJson.text(MAPPER.readTree(input))).isEqualTo(expected);
  }

  /** RFC 8785, section 3.2.3: the sorting sample. */
  @Test
  void membersAreSortedByUtf16CodeUnits() throws Exception {
    String input =
        "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\"\\ufb33\":\"Hebrew\","
            + "\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji\",\"\\u0080\":\"Control\","
            + "\"\\u00f6\":\"Latin\"}";

    JsonNode sorted = MAPPER.readTree(CanonicalJson.text(MAPPER.readTree(input)));

    assertThat(sorted.properties().stream().map(e -> e.getValue().asText()))
        .containsExactly(
            "Carriage Return", "One", "Control", "Latin", "Euro Sign", "Emoji", "Hebrew");
  }

  /** ECMA-262, QuoteJSONString: each of these alone, and where the others are. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "plain plain",
        "what? what?",
        "? ?",
        "a?\"b a?\\\"b",
        "a\\b a\\\\b",
        "~\u007f~ ~\u007f~",
        "f\u00fcr f\u00fcr",
        "\u5b57? \u5b57?",
        "\u5b57\"\ud83d\ude00 \u5b57\\\"\ud83d\ude00",
      })
  void onlyQuotesReverseSolidiAndControlsAreEscaped(String text, String written) {
    assertThat(CanonicalJson.text(MAPPER.getNodeFactory().textNode(text)))
        .isEqualTo('"' + written + '"');
    assertThat(CanonicalJson.text(MAPPER.getNodeFactory().textNode(text + "?\b\u001f")))
        .isEqualTo('"' + written + "?\\b\\u001f\"");
  }

  @Test
  void aLoneSurrogateIsRefusedInsteadOfReplaced() {
    JsonNode node = MAPPER.createObjectNode().put("a", "x\ud800y");

    assertThatThrownBy(() -> CanonicalJson.text(node)).isInstanceOf(IllegalArgumentException.class);
    assertThat(CanonicalJson.stableText(node)).isEqualTo("{\"a\":\"x\\ud800y\"}");
  }

  @Test
  void anIntegerThatADoubleCannotHoldIsRefusedInsteadOfRounded() {
    JsonNode node = MAPPER.createArrayNode().add(9_007_199_254_740_993L);

    assertThatThrownBy(() -> CanonicalJson.text(node)).isInstanceOf(IllegalArgumentException.class);
    assertThat(CanonicalJson.stableText(node)).isEqualTo("[9007199254740993]");
  }

  /** 10,000 random doubles, subnormals among them, against Node's JSON.stringify. */
  @Test
  void numbersPrintAsAnIndependentEcmaScriptEnginePrintsThem(@TempDir Path directory)
      throws Exception {
    assumeThat(nodeIsInstalled()).as("node is on the PATH").isTrue();
    Random random = new Random(8785);
    List<Long> bits =
        Stream.concat(
                Stream.of(1e-315, 1e-314, 3e-315, 1e-310, Double.MIN_VALUE, 1e21, 1e-7, 123e-20)
                    .map(Double::doubleToRawLongBits),
                Stream.generate(random::nextLong)
                    .map(b -> random.nextInt(10) == 0 ? b & 0x800fffffffffffffL : b)
                    .filter(b -> Double.isFinite(Double.longBitsToDouble(b))))
            .limit(10_000)
            .toList();
    Path input = directory.resolve("bits.txt");
    Files.writeString(
        input, bits.stream().map(b -> String.format("%016x", b)).collect(Collectors.joining("\n")));

    String script =
        "const f=new DataView(new ArrayBuffer(8));"
            + "for(const l of require('fs').readFileSync(process.argv[1],'utf8').split('\\n')){"
            + "f.setBigUint64(0,BigInt('0x'+l));console.log(JSON.stringify(f.getFloat64(0)))}";
    Process node =
        new ProcessBuilder("node", "-e", script, input.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> printed =
        new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();

    assertThat(bits.stream().map(b -> EcmaNumber.text(Double.longBitsToDouble(b))))
        .containsExactlyElementsOf(printed);
  }

  private static boolean nodeIsInstalled() {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
