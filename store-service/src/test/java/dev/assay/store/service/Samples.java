package dev.assay.store.service;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.List;

/** Decisions and the work items that they change. */
final class Samples {

  static final String TIME = "2026-11-21T10:00:01.000Z";

  private Samples() {}

  static WorkItem item(String id, int decisions, String lastTime) {
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
        lastTime);
  }

  static Decision decision(String workItem, int ordinal, String... attestations) {
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
