package dev.assay.store.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RefusedSignaturesTest {

  private Instant now = Instant.parse("2026-11-21T10:00:00Z");
  private final RefusedSignatures signatures = new RefusedSignatures(() -> now);

  @Test
  void aRefusalIsAProblemUntilAnAttestationIsAccepted() {
    assertThat(signatures.problem()).isEmpty();

    var _ = signatures.refused("a stranger's");
    assertThat(signatures.problem()).contains("a stranger's");

    signatures.accepted();
    assertThat(signatures.problem()).isEmpty();
  }

  @Test
  void aForgedRecordIsNoProblemForGood() {
    var _ = signatures.refused("forged");

    pass(RefusedSignatures.SHOWN_MAX);
    assertThat(signatures.problem()).contains("forged");

    pass(Duration.ofMillis(1));
    assertThat(signatures.problem()).isEmpty();
  }

  @Test
  void refusalsMakeOneLineAMinuteWhateverComesBetweenThem() {
    assertThat(signatures.refused("one")).isEqualTo(OptionalLong.of(1));
    for (int i = 0; i < 3; i++) {
      signatures.accepted();
      assertThat(signatures.refused("more")).isEmpty();
    }

    pass(RefusedSignatures.LINE_PAUSE);

    assertThat(signatures.refused("later")).isEqualTo(OptionalLong.of(4));
    assertThat(signatures.refused("at once")).isEmpty();
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
