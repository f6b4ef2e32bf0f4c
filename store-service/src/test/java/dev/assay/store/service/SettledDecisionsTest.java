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
import org.junit.jupiter.api.Test;

class SettledDecisionsTest {

  private static final String T1 = "2026-11-21T10:00:01.000Z";
  private static final String T2 = "2026-11-21T10:00:02.000Z";

  private final SettledDecisions settled = new SettledDecisions();

  @Test
  void aDecisionIsToldOnlyWhenItsWorkItemIsKeptToo() {
    settled.decided(decision("w", T2));
    settled.shown(item("w", WorkItemStatus.VERIFYING, T2));
    settled.shown(item("other", WorkItemStatus.PROMOTED, T2));
    assertThat(settled.take()).isEmpty();

    settled.shown(item("w", WorkItemStatus.PROMOTED, T2));

    assertThat(settled.take()).containsExactly(decision("w", T2));
    assertThat(settled.take()).isEmpty();
  }

  @Test
  void aDecisionThatComesAfterItsWorkItemIsToldAtOnce() {
    settled.shown(item("w", WorkItemStatus.PROMOTED, T2));

    settled.decided(decision("w", T2));

    assertThat(settled.take()).containsExactly(decision("w", T2));
  }

  @Test
  void anOlderStateOfTheWorkItemDoesNotCount() {
    settled.shown(item("w", WorkItemStatus.RETRYING, T1));

    settled.decided(decision("w", T2));

    assertThat(settled.take()).isEmpty();
  }

  @Test
  void whatWaitsIsBoundedAndNothingIsForgotten() {
    for (int i = 0; i <= SettledDecisions.WAITING_MAX; i++) {
      settled.decided(decision("w" + i, T1));
    }

    assertThat(settled.take()).containsExactly(decision("w0", T1));
  }

  private static WorkItem item(String id, WorkItemStatus status, String time) {
    return new WorkItem(
        id,
        status,
        Mood.CALM,
        1,
        null,
        ControlState.empty(),
        List.of(),
        null,
        List.of(),
        null,
        Cost.none(),
        T1,
        time);
  }

  private static Decision decision(String workItem, String time) {
    return new Decision(
        Digests.sha256Hex(workItem + time),
        workItem,
        1,
        DecisionKind.PROMOTE,
        List.of(),
        List.of(),
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
        time);
  }
}
