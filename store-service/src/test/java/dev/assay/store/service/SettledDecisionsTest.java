package dev.assay.store.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettledDecisionsTest {

  private static final String TIME = "2026-11-21T10:00:01.000Z";

  private static final String NEW = Digests.sha256Hex("new");
  private static final String OLD = Digests.sha256Hex("kept before");

  private final SettledDecisions settled =
      new SettledDecisions(ids -> ids.contains(OLD) ? Set.of(OLD) : Set.of());

  @Test
  void aDecisionIsToldOnlyWhenItsWorkItemIsKeptToo() {
    settled.decided(decision("w", 2));
    settled.shown(item("w", 1));
    settled.shown(item("other", 2));
    assertThat(settled.take()).isEmpty();

    settled.shown(item("w", 2));

    assertThat(settled.take()).containsExactly(decision("w", 2));
    assertThat(settled.take()).isEmpty();
  }

  @Test
  void aDecisionThatComesAfterItsWorkItemIsToldAtOnce() {
    settled.shown(item("w", 2));

    settled.decided(decision("w", 2));

    assertThat(settled.take()).containsExactly(decision("w", 2));
  }

  @Test
  void aDecisionIsToldOnlyWhenItsAttestationsAreKeptToo() {
    settled.shown(item("w", 1));
    settled.decided(decision("w", 1, OLD, NEW));
    assertThat(settled.take()).isEmpty();

    settled.attested(NEW);

    assertThat(settled.take()).containsExactly(decision("w", 1, OLD, NEW));
  }

  @Test
  void anAttestationThatCameBeforeItsDecisionCounts() {
    settled.attested(NEW);
    settled.shown(item("w", 1));

    settled.decided(decision("w", 1, NEW));

    assertThat(settled.take()).containsExactly(decision("w", 1, NEW));
  }

  @Test
  void anAttestationThatTheStoreHasHadForLongCounts() {
    settled.shown(item("w", 1));

    settled.decided(decision("w", 1, OLD));

    assertThat(settled.take()).containsExactly(decision("w", 1, OLD));
  }

  @Test
  void anOlderStateOfTheWorkItemDoesNotCount() {
    settled.shown(item("w", 1));

    settled.decided(decision("w", 2));

    assertThat(settled.take()).isEmpty();
  }

  @Test
  void whatWaitsIsBoundedAndNothingIsForgotten() {
    for (int i = 0; i <= SettledDecisions.WAITING_MAX; i++) {
      settled.decided(decision("w" + i, 1));
    }

    assertThat(settled.take()).containsExactly(decision("w0", 1));
  }

  private static WorkItem item(String id, int decisions) {
    return new WorkItem(
        id,
        WorkItemStatus.VERIFYING,
        Mood.CALM,
        1,
        null,
        ControlState.empty(),
        List.of(),
        null,
        List.of(),
        null,
        Cost.none(),
        decisions,
        TIME,
        TIME);
  }

  private static Decision decision(String workItem, int ordinal, String... attestations) {
    return new Decision(
        Digests.sha256Hex(workItem + ordinal),
        workItem,
        1,
        DecisionKind.PROMOTE,
        List.of(),
        List.of(attestations),
        null,
        Mood.CALM,
        Mood.CALM,
        List.of(),
        null,
        List.of(),
        null,
        Digests.sha256Hex(workItem),
        "e",
        null,
        TIME,
        ordinal);
  }
}
