package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.WorkItemStatus;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the decisions that a source serves with the log: what one cites must be logged, and
 * those that manifests list are served, each as it stood on its topic, in its place. For one
 * thread.
 */
final class DecisionCheck {

  /** Whether an attestation is an entry of the log. */
  @FunctionalInterface
  interface Logged {
    boolean has(String attestation) throws IOException;
  }

  /**
   * A work item as it is served.
   *
   * @param status where it is said to stand, or null
   * @param row all that is said of it, or null
   * @param decisions the newest ones, oldest first
   */
  record Item(
      String workItem, @Nullable String status, @Nullable JsonNode row, List<JsonNode> decisions) {

    /** Copies the list. */
    Item {
      decisions = List.copyOf(decisions);
    }
  }

  private final AuditSource source;
  private final Logged logged;
  private final ListedDecisions listed;
  private final WorkItemRows rows;
  private final boolean all;
  private final Findings findings;
  private final List<Missing> missing = new ArrayList<>();
  private final Set<String> unsteady = new HashSet<>();
  private long items;
  private long compared;
  private long unlisted;

  /**
   * A check that has seen nothing.
   *
   * @param agents whose work the rows of attestations say that they are about
   * @param all whether every work item will be shown to it
   */
  DecisionCheck(
      AuditSource source,
      Logged logged,
      ListedDecisions listed,
      ShownAgents agents,
      boolean all,
      Findings findings) {
    this.source = source;
    this.logged = logged;
    this.listed = listed;
    this.rows = new WorkItemRows(agents);
    this.all = all;
    this.findings = findings;
  }

  /** How many work items were looked at. */
  long items() {
    return items;
  }

  /** Decisions that are as manifests list them. */
  long compared() {
    return compared;
  }

  /** Decisions that no manifest lists that was read. */
  long unlisted() {
    return unlisted;
  }

  /** The next work item. What is not there yet may be on its way, and is looked for again. */
  void check(Item item) throws IOException {
    items++;
    if (wrongStanding(item) != null || rows.wrong(item) != null) {
      unsteady.add(item.workItem());
      if (unsteady.size() > AuditLimits.FINDINGS_MAX) {
        tellUnsteady();
      }
    }
    for (JsonNode decision : item.decisions()) {
      compare(item.workItem(), decision);
      for (String id : cited(decision)) {
        if (!Digests.valid(id) || !logged.has(id)) {
          missing.add(new Missing(item.workItem(), id));
          if (missing.size() > AuditLimits.FINDINGS_MAX) {
            tellMissing();
          }
        }
      }
    }
  }

  /** Tells of what is still not right, and of what manifests list and nobody has shown. */
  void finish() throws IOException {
    tellMissing();
    tellUnsteady();
    listed.eachUnseen(this::unseen);
  }

  private static List<String> cited(JsonNode decision) {
    List<String> ids = new ArrayList<>();
    decision.path("attestations").forEach(id -> ids.add(id.asText()));
    if (decision.path("promotion").isTextual()) {
      ids.add(decision.path("promotion").textValue());
    }
    return ids;
  }

  /** Compares a decision with the manifest that lists it. */
  private void compare(String workItem, JsonNode decision) {
    String id = decision.path("id").asText();
    int row = Digests.valid(id) ? listed.find(id) : -1;
    if (row < 0) {
      unlisted++;
      if (overdue(decision)) {
        findings.add(
            AuditFinding.of(
                AuditCode.DECISION_UNLISTED,
                workItem,
                "a manifest that lists the decision " + id,
                "none up to " + listed.until()));
      }
      return;
    }
    listed.see(row);
    boolean right =
        decision.path("workItem").asText().equals(workItem)
            && Json.parse(decision, Decision.class)
                instanceof Parsed.Accepted<Decision>(Decision read)
            && Topic.DECISIONS.codec().encodings(read).stream()
                .anyMatch(bytes -> listed.has(row, Digests.sha256Hex(bytes)));
    if (right) {
      compared++;
    } else {
      differs(
          workItem,
          "the decision " + id + " as its manifest lists it",
          "another " + decision.path("kind").asText());
    }
  }

  /** Whether the manifests that were read would list a decision that says that it is so old. */
  private boolean overdue(JsonNode decision) {
    Instant from = listed.from();
    Instant until = listed.until();
    if (from == null || until == null) {
      return false;
    }
    try {
      Instant time = Times.instant(decision.path("time").asText());
      return time.isAfter(from.plus(AuditLimits.CLOCKS_APART_MAX))
          && time.isBefore(until.minus(AuditLimits.UNDECIDED_MAX));
    } catch (DateTimeException _) {
      return true;
    }
  }

  /**
   * What is wrong with the order of the decisions or the status that follows; null when nothing.
   */
  private static @Nullable String wrongStanding(Item item) {
    int before = 0;
    for (JsonNode decision : item.decisions()) {
      int ordinal = decision.path("ordinal").asInt();
      if (before > 0 && ordinal != before + 1) {
        return "decision number " + ordinal + " after number " + before;
      }
      before = ordinal;
    }
    String status = item.status();
    if (status == null || status.equals(WorkItemStatus.VERIFYING.word())) {
      return null;
    }
    if (item.decisions().isEmpty()) {
      return status.equals(WorkItemStatus.PENDING.word())
          ? null
          : "status " + status + " without a decision";
    }
    String kind = item.decisions().getLast().path("kind").asText();
    String right = after(kind);
    return right == null || status.equals(right) ? null : "status " + status + " after " + kind;
  }

  private static @Nullable String after(String kind) {
    for (DecisionKind each : DecisionKind.values()) {
      if (each.name().equals(kind)) {
        return WorkItemStatus.after(each).word();
      }
    }
    return null;
  }

  private void tellMissing() throws IOException {
    for (Missing one : missing) {
      if (!Digests.valid(one.id()) || !logged.has(one.id())) {
        findings.add(
            AuditFinding.of(
                AuditCode.VERDICT_MISSING,
                one.workItem(),
                "the attestation " + one.id() + " in the log, since a decision rests on it",
                "none"));
      }
    }
    missing.clear();
  }

  /** Decision and status come over two topics: only what is wrong twice is told. */
  private void tellUnsteady() throws IOException {
    for (String workItem : unsteady) {
      Item item = source.item(workItem).orElse(null);
      String standing = item == null ? null : wrongStanding(item);
      if (standing != null) {
        differs(
            workItem, "its decisions one after the other, and the status of the last", standing);
      }
      AuditFinding row = item == null ? null : rows.wrong(item);
      if (row != null) {
        findings.add(row);
      }
    }
    unsteady.clear();
  }

  /** A decision that is listed and that no work item has shown. */
  private void unseen(String id) throws IOException {
    JsonNode decision = source.decision(id).orElse(null);
    if (decision == null) {
      hidden(id, "none");
      return;
    }
    String workItem = decision.path("workItem").asText();
    compare(workItem, decision);
    Item item = source.item(workItem).orElse(null);
    boolean shown =
        item != null
            && !item.decisions().isEmpty()
            && (item.decisions().getFirst().path("ordinal").asInt()
                        > decision.path("ordinal").asInt()
                    && item.decisions().size() >= AuditLimits.DECISIONS_SHOWN
                || item.decisions().stream().anyMatch(each -> each.path("id").asText().equals(id)));
    if (!shown) {
      hidden(id, "none among those of " + workItem);
    } else if (all && item != null && item.decisions().size() < AuditLimits.DECISIONS_SHOWN) {
      hidden(id, "the work item " + workItem + " in no list of work items");
    }
  }

  private void hidden(String id, String found) {
    findings.add(
        AuditFinding.of(
            AuditCode.DECISION_MISSING,
            id,
            "the decision, since a manifest lists it; or a dead letter that says why it was"
                + " refused",
            found));
  }

  private void differs(String workItem, String expected, String found) {
    findings.add(AuditFinding.of(AuditCode.DECISION_DIFFERS, workItem, expected, found));
  }

  private record Missing(String workItem, String id) {}
}
