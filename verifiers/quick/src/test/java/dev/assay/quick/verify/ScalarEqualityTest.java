package dev.assay.quick.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.sql.Row.Cell;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalarEqualityTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "null, null, true",
        "null, `\"\"`, false",
        "true, 1, true",
        "true, 2, false",
        "false, 0, true",
        "true, `\"true\"`, false",
        "42, `\" 42.0 \"`, true",
        "42, `\"4.2e1\"`, true",
        "42, `\"042\"`, false",
        "42, `\"+42\"`, false",
        "0, `\"\"`, false",
        "1, true, false",
        "9007199254740993, 9007199254740992, false",
        "9223372036854775807, 9223372036854775808, false",
        "`\" 2.5 \"`, 2.5, true",
        "`\"2.50\"`, 2.5, false",
        "`\"9007199254740993\"`, 9007199254740993, true",
        "`\"true\"`, true, true",
        "`\"True\"`, true, false",
        "`\" a \"`, `\"a\"`, true",
        "`\"A\"`, `\"a\"`, false",
        "`\"null\"`, null, false"
      })
  void expectedAndStoredCompareByTheTable(String expected, String stored, boolean equal) {
    assertThat(ScalarEquality.equal(scalar(expected), new Cell.Plain(scalar(stored))))
        .isEqualTo(equal);
  }

  @Test
  void aMomentEqualsItsIsoTextOnly() {
    Cell moment = new Cell.Moment("2024-03-01T10:00:00.000Z");

    assertThat(ScalarEquality.equal(Json.text(" 2024-03-01T10:00:00.000Z"), moment)).isTrue();
    assertThat(ScalarEquality.equal(Json.text("2024-03-01 10:00:00"), moment)).isFalse();
    assertThat(ScalarEquality.equal(Json.number(1_709_287_200_000L), moment)).isFalse();
  }

  private static Scalar scalar(String text) {
    return JsonParser.parse(text) instanceof Scalar scalar ? scalar : Scalar.Null.NULL;
  }
}
