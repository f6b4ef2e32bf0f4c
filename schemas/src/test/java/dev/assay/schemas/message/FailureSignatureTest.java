package dev.assay.schemas.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureSignatureTest {

  /** The expected id is what {@code printf assay:VERIFIER_TIMEOUT | sha256sum} begins with. */
  @Test
  void aNamedFailureHasTheSameIdEverywhere() {
    assertThat(FailureSignature.named("assay", "VERIFIER_TIMEOUT"))
        .isEqualTo(new FailureSignature("06a9c53ed12c700d", "assay", "VERIFIER_TIMEOUT"));
  }
}
