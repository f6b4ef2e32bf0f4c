package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import org.junit.jupiter.api.Test;

final class TapTest {

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
