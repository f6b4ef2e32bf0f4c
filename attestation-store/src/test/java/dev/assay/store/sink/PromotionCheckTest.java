package dev.assay.store.sink;

import static dev.assay.store.sink.Samples.attestation;
import static dev.assay.store.sink.Samples.promotion;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.Decision;
import dev.assay.store.AttestationGate;
import dev.assay.store.AttestationKey;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PromotionCheckTest {

  private static final Ed25519Key KEY = Ed25519Key.generate(Instant.parse("2026-01-01T00:00:00Z"));
  private static final AttestationGate GATE =
      new AttestationGate(List.of(new AttestationKey(KEY.publicKey(), KEY.created(), null)));

  private final List<Set<String>> asked = new ArrayList<>();
  private final PromotionCheck promotionCheck =
      new PromotionCheck(ids -> {
        asked.add(ids);
        return List.of();
      });

  private static StoredAttestation summary(String workItem, String result) {
    return switch (GATE.admit(attestation(workItem, result, KEY))) {
      case Parsed.Accepted<StoredAttestation>(StoredAttestation kept) -> kept;
      case Parsed.Rejected<StoredAttestation> rejected -> throw new AssertionError(rejected);
    };
  }

  private boolean contradicts(Decision decision, StoredAttestation... attestations) {
    return promotionCheck.contradicting(List.of(decision), List.of(attestations)).test(decision);
  }

  @Test
  void aPromotionByASummaryThatCameBeforeIsJudgedWithoutAskingTheStore() {
    StoredAttestation passed = summary("w", "PASSED");
    StoredAttestation failed = summary("v", "FAILED");
    assertThat(promotionCheck.contradicting(List.of(), List.of(passed, failed))).isNotNull();

    assertThat(contradicts(promotion("w", passed.id()))).isFalse();
    assertThat(contradicts(promotion("other", passed.id()))).isTrue();
    assertThat(contradicts(promotion("v", failed.id()))).isTrue();
    assertThat(asked).isEmpty();
  }

  @Test
  void aSummaryThatDidNotComeLatelyIsLookedUpAndContradictsNothingWhenItIsNotThere() {
    String id = summary("w", "PASSED").id();

    assertThat(contradicts(promotion("w", id))).isFalse();

    assertThat(asked).containsExactly(Set.of(id));
  }

  @Test
  void aPromotionWithoutASummaryContradicts() {
    assertThat(contradicts(promotion("w", null))).isTrue();
  }
}
