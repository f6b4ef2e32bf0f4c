package dev.assay.store.sink;

import static dev.assay.store.sink.Samples.TIME;
import static dev.assay.store.sink.Samples.decision;
import static dev.assay.store.sink.Samples.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DecisionVisibilityTest {

  private static final String NEW = Digests.sha256Hex("new");
  private static final String OLD = Digests.sha256Hex("kept before");

  private final DecisionVisibility settled =
      new DecisionVisibility(ids -> ids.contains(OLD) ? Set.of(OLD) : Set.of());

  @Test
  void aDecisionIsToldOnlyWhenItsWorkItemIsKeptToo() {
    settled.decided(decision("w", 2));
    settled.shown(item("w", 1, TIME));
    settled.shown(item("other", 2, TIME));
    assertThat(settled.take()).isEmpty();

    settled.shown(item("w", 2, TIME));

    assertThat(settled.take()).containsExactly(decision("w", 2));
    assertThat(settled.take()).isEmpty();
  }

  @Test
  void aDecisionThatComesAfterItsWorkItemIsToldAtOnce() {
    settled.shown(item("w", 2, TIME));

    settled.decided(decision("w", 2));

    assertThat(settled.take()).containsExactly(decision("w", 2));
  }

  @Test
  void aDecisionIsToldOnlyWhenItsAttestationsAreKeptToo() {
    settled.shown(item("w", 1, TIME));
    settled.decided(decision("w", 1, OLD, NEW));
    assertThat(settled.take()).isEmpty();
    assertThat(settled.take()).isEmpty();

    settled.attested(NEW);

    assertThat(settled.take()).containsExactly(decision("w", 1, OLD, NEW));
  }

  @Test
  void anAttestationThatCameBeforeItsDecisionCounts() {
    settled.attested(NEW);
    settled.shown(item("w", 1, TIME));

    settled.decided(decision("w", 1, NEW));

    assertThat(settled.take()).containsExactly(decision("w", 1, NEW));
  }

  @Test
  void anAttestationThatTheStoreHasHadForLongCounts() {
    settled.shown(item("w", 1, TIME));

    settled.decided(decision("w", 1, OLD));

    assertThat(settled.take()).isEmpty();
    assertThat(settled.take()).containsExactly(decision("w", 1, OLD));
  }

  @Test
  void anAttestationThatIsOnItsWayIsNotLookedUp() {
    List<Set<String>> lookedUp = new ArrayList<>();
    DecisionVisibility watched =
        new DecisionVisibility(ids -> {
          lookedUp.add(ids);
          return Set.of();
        });
    watched.shown(item("w", 1, TIME));
    watched.decided(decision("w", 1, NEW));
    assertThat(watched.take()).isEmpty();

    watched.attested(NEW);

    assertThat(watched.take()).containsExactly(decision("w", 1, NEW));
    assertThat(lookedUp).isEmpty();
  }

  @Test
  void anOlderStateOfTheWorkItemDoesNotCount() {
    settled.shown(item("w", 1, TIME));

    settled.decided(decision("w", 2));

    assertThat(settled.take()).isEmpty();
  }

  @Test
  void whatWaitsIsBoundedAndNothingIsForgotten() {
    for (int i = 0; i <= DecisionVisibility.WAITING_MAX; i++) {
      settled.decided(decision("w" + i, 1));
    }

    assertThat(settled.take()).containsExactly(decision("w0", 1));
  }
}
