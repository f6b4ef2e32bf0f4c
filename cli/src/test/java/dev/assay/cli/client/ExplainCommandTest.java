package dev.assay.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What an explanation says of how a check knows its result. */
class ExplainCommandTest {

  @Test
  void aCheckThatCameToNoResultIsNotSaidToKnowAnything() {
    for (String basis : List.of("CLAIMED", "WITNESSED", "OBSERVED", "REEXECUTED")) {
      assertThat(ExplainCommand.known("INCONCLUSIVE", basis))
          .isEqualTo("nothing: the check came to no result");
      assertThat(ExplainCommand.known("FAIL", basis)).doesNotContain("nothing");
    }
    assertThat(ExplainCommand.known("PASS", "OBSERVED")).startsWith("as observed");
  }
}
