package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConsoleLogTest {

  static final List<Documents.Pair> LOGS =
      Documents.ALL.stream().filter(pair -> pair.name().endsWith(" log")).toList();

  private static final String PRINTED_TAP = "TAP version 13\n1..2\nok 1 - a\nok 2 - b\n";

  @ParameterizedTest
  @FieldSource("LOGS")
  void aReportThatATestPrintedDoesNotHideTheFailingRunner(Documents.Pair log) {
    for (String printed :
        List.of(
            PRINTED_TAP, "1..9\nok 1 - a\n", Documents.GO_JSON, "{\"Action\":\"start\"}\n{}\n")) {
      assertThat(Runs.judge(printed + log.failing()).result())
          .describedAs("%s after %s", log, printed)
          .isEqualTo(Result.FAIL);
      assertThat(Runs.judge(log.failing().replaceFirst("\n", "\n" + printed)).result())
          .describedAs("%s around %s", log, printed)
          .isEqualTo(Result.FAIL);
    }
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void scrapsThatATestPrintedDoNotSpoilAPassingRun(Documents.Pair log) {
    for (String printed :
        List.of("not ok 1 - printed\n1..7\n", "1..7\n", "ok 3\n", "TAP version 14\n")) {
      assertThat(Runs.judge(printed + log.passing(), 0).result())
          .describedAs("%s after %s", log, printed)
          .isEqualTo(Result.PASS);
    }
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void aTapRunBesideAPassingRunnerCounts(Documents.Pair log) {
    assertThat(Runs.judge(log.passing() + Documents.TAP_FAILING, 0).result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(log.passing() + "1..9\nok 1\nok 2\n", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(log.passing() + "Bail out! no database\n", 0).result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(log.passing() + Documents.TAP, 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void anEventStreamBesideAPassingRunnerCounts(Documents.Pair log) {
    assertThat(Runs.judge(log.passing() + Documents.GO_JSON_FAILING, 0).result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(log.passing() + Documents.GO_JSON, 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void tapAfterTheWordsOfABuildToolIsTap() {
    Finding finding = Runs.judge("\n> app@1.0.0 test\n> tape *.js\n\n" + Documents.TAP_FAILING);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).startsWith("TAP: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[notice] A new release of pip is available\n",
        "[2026-05-05T10:00:00Z] start\n",
        "{\"level\":\"info\",\"msg\":\"start\"}\n",
        "{ not JSON\n",
        "\u001b[1mstart\u001b[0m\n",
      })
  void aLogMayBeginWithBracketsAndColours(String head) {
    assertThat(Runs.judge(head + Documents.PYTEST_FAILING).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(head + Documents.PYTEST).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(head + Documents.TAP_FAILING).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void aMavenLogThatIsColouredFromItsFirstLineIsRead() {
    for (String log : List.of(Documents.MAVEN, Documents.MAVEN_FAILING)) {
      String coloured = log.replace("[INFO]", "[\u001b[1;34mINFO\u001b[m]");

      assertThat(Runs.judge(coloured, 0).result()).isEqualTo(Runs.judge(log, 0).result());
    }
  }
}
