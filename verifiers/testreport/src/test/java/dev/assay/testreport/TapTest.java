package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TapTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "renders # todos in the list",
        "hello # description # todo",
        "b \\# TODO not a directive",
        "b \\\\\\# todo",
        "b#todo",
        "b # skipping stones",
        "b # todo_list",
      })
  void aDescriptionWithAHashExcusesNothing(String description) {
    assertThat(Runs.judge(withFailing(description)).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "b # TODO blocked by issue # 5",
        "b #TODO later",
        "b #  todo: later",
        "path C:\\\\ # todo",
        "b # Skipped: no disk",
        "b\t#skip",
      })
  void anAnnouncedFailureIsExcused(String description) {
    assertThat(Runs.judge(withFailing(description)).result()).isEqualTo(Result.PASS);
  }

  private static String withFailing(String description) {
    return "TAP version 14\n1..2\nok 1 - a\nnot ok 2 - " + description + "\n";
  }

  @Test
  void aSkipNeedsNoBlankAfterItsHash() {
    assertThat(Runs.judge("TAP version 13\n1..1\nok 1 - b #SKIP no net\n").result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TAP version 14\n1..1\n    1..1\n    ok 1\n    Bail out! gone\nok 1 - x\n",
        "TAP version 13\n1..2\nok 1\nbail out! db down\nok 2\n",
        "Bail out! no database\n",
      })
  void aRunThatBailsOutFails(String document) {
    Finding finding = Runs.judge(document);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(Runs.cited(document, finding, 0)).containsIgnoringCase("bail out!");
  }

  @Test
  void wordsInADiagnosticBlockDoNotBailOut() {
    String document = "TAP version 14\n1..1\nok 1\n  ---\n  Bail out! gone\n  ...\n";

    assertThat(Runs.judge(document).result()).isEqualTo(Result.PASS);
  }

  @Test
  void colouredPointsReadLikePlainOnesAndAreCitedWhole() {
    String passing =
        "TAP version 13\n1..2\n\u001b[32mok\u001b[0m 1 - a\n\u001b[32mok 2\u001b[0m - b\n";
    String failing = "TAP version 13\n1..1\n\u001b[31mnot ok 1 - größe\u001b[0m\n";

    Finding finding = Runs.judge(failing);

    assertThat(Runs.judge(passing).result()).isEqualTo(Result.PASS);
    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(Runs.cited(failing, finding, 0)).isEqualTo("\u001b[31mnot ok 1 - größe\u001b[0m\n");
  }
}
