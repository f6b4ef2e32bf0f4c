package dev.assay.schemas.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureSignatureTest {

  /** The expected id is what {@code printf assay:VERIFIER_TIMEOUT | sha256sum} begins with. */
  @Test
  void aNamedFailureHasTheSameIdEverywhere() {
    assertThat(FailureSignature.named("assay", "VERIFIER_TIMEOUT"))
        .isEqualTo(
            new FailureSignature(
                "06a9c53ed12c700de5b28b88edde8f30",
                "assay",
                "VERIFIER_TIMEOUT",
                "06a9c53ed12c700de5b28b88edde8f30"));
  }
}
