package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Relational checks on SQLite. */
class CheckRelationsTest {

  @TempDir Path directory;
  private ContractFixture fixture;

  @BeforeEach
  void createDatabase() throws Exception {
    fixture = new ContractFixture(directory).sqlite();
  }

  /** Checks, exit code and code; the PostgreSQL test runs the same ones. */
  static Stream<Arguments> checks() {
    return Stream.of(
        Arguments.of(Relations.of(Relations.related("r", "c1")), 0, ""),
        Arguments.of(Relations.of(Relations.related("r", "c2")), 1, "RELATED_ROWS_ABSENT"),
        Arguments.of(Relations.of(Relations.joinCount("eq", "{'const':1}")), 0, ""),
        Arguments.of(
            Relations.of(Relations.joinCount("gte", "{'const':2}")),
            1,
            "RELATIONAL_EXPECTATION_MISMATCH"),
        Arguments.of(Relations.of(Relations.joinCount("lte", "{'const':1}")), 0, ""),
        Arguments.of(Relations.of(Relations.count("eq", "{'pointer':'/n'}")), 0, ""),
        Arguments.of(
            Relations.of(Relations.count("eq", "{'pointer':'/s'}")),
            2,
            "RELATIONAL_EXPECT_VALUE_INVALID"),
        Arguments.of(
            Relations.of(Relations.count("eq", "{'pointer':'/none'}")),
            2,
            "RELATIONAL_EXPECT_VALUE_INVALID"),
        Arguments.of(
            Relations.of(Relations.count("eq", "{'const':1e999}")),
            2,
            "RELATIONAL_EXPECT_VALUE_INVALID"),
        Arguments.of(Relations.of(Relations.sum("total", "eq", "{'const':20}")), 0, ""),
        Arguments.of(Relations.of(Relations.sum("total", "gte", "{'const':20.0}")), 0, ""),
        Arguments.of(
            Relations.of(Relations.sum("total", "lte", "{'const':19.99}")),
            1,
            "RELATIONAL_EXPECTATION_MISMATCH"),
        Arguments.of(
            Relations.of(Relations.sum("", "eq", "{'const':1}")),
            2,
            "RELATIONAL_SUM_COLUMN_REQUIRED"),
        Arguments.of(Relations.of(Relations.orphans("refunded")), 0, ""),
        Arguments.of(Relations.of(Relations.orphans("paid")), 1, "ORPHAN_ROW_DETECTED"),
        Arguments.of(
            Relations.of(Relations.related("r", "c1"), Relations.count("eq", "{'const':3}")),
            0,
            ""),
        Arguments.of(
            Relations.of(Relations.related("r", "c2"), Relations.count("eq", "{'const':3}")),
            1,
            "MULTI_EFFECT_PARTIAL"),
        Arguments.of(
            Relations.of(Relations.related("r", "c2"), Relations.orphans("paid")),
            1,
            "MULTI_EFFECT_ALL_FAILED"),
        Arguments.of(
            Relations.of(Relations.related("r", "c1"), Relations.sum("none", "eq", "{'const':0}")),
            2,
            "MULTI_EFFECT_INCOMPLETE"),
        Arguments.of(
            Relations.of(Relations.related("r", "c1"), Relations.related("r", "c2")),
            2,
            "DUPLICATE_EFFECT_ID"));
  }

  @ParameterizedTest
  @MethodSource("checks")
  void relationsAreComparedWithWhatTheContractExpects(String checks, int exitCode, String code) {
    CommandRun run = fixture.tool("t", checks).event(0, "t", "{'n':3,'s':'3'}").check();

    assertThat(run.exitCode()).as(run.stderr()).isEqualTo(exitCode);
    assertThat(String.join(",", run.codes())).isEqualTo(code);
  }

  @Test
  void aSumOfSomethingElseThanNumbersIsNeverANumber() throws Exception {
    fixture.execute("UPDATE orders SET total = 9e999");

    CommandRun run =
        fixture
            .tool("t", Relations.of(Relations.sum("total", "gte", "{'const':0}")))
            .event(0, "t", "{}")
            .check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("RELATIONAL_SCALAR_UNUSABLE");
  }
}
