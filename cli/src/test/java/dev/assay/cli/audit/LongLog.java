package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A long log as an honest store writes it, part by part: work items with three verdicts on an
 * artifact of their own, and the decision that promotes them by these.
 */
public final class LongLog {

  /** Verdicts of a work item. */
  private static final int VERDICTS = 3;

  /** Work items of a batch, whose attestations are below the bound of what the store takes. */
  private static final int BATCH_ITEMS = 200;

  private static final Duration BETWEEN_MANIFESTS = Duration.ofMillis(10);
  private static final Path GOLDEN =
      Path.of("../schemas/src/test/resources/golden/Decision/required.json");

  private final ManifestedTopics topics = new ManifestedTopics();
  private final byte[] golden;
  private int next;

  public LongLog() throws IOException {
    golden = Files.readAllBytes(GOLDEN);
  }

  /** What {@code items} more work items leave in the store, with all manifests of them. */
  public List<Batch> next(int items) {
    List<Batch> batches = new ArrayList<>();
    for (int from = 0; from < items; from += BATCH_ITEMS) {
      List<DecisionRow> decisions = new ArrayList<>();
      List<WorkItemRow> rows = new ArrayList<>();
      for (int i = from; i < Math.min(from + BATCH_ITEMS, items); i++) {
        item(decisions, rows);
      }
      if (from + BATCH_ITEMS >= items) {
        var _ = topics.manifests(BETWEEN_MANIFESTS);
      }
      batches.add(new Batch(topics.take(), decisions, rows));
    }
    return batches;
  }

  private void item(List<DecisionRow> decisions, List<WorkItemRow> rows) {
    String workItem = "item-" + next / VERDICTS;
    String execution = AuditSamples.execution(next);
    String artifact = Digests.sha256Hex("artifact " + next);
    Instant time = AuditSamples.START.plusMillis(next + VERDICTS);
    List<StoredAttestation> verdicts =
        IntStream.range(next, next + VERDICTS)
            .mapToObj(number -> AuditSamples.judging(number, artifact))
            .toList();
    StoredAttestation promotion =
        AuditSamples.promotion(workItem, time, verdicts.toArray(StoredAttestation[]::new));
    Decision decision = decision(workItem, execution, time, verdicts, promotion);
    var _ = topics.decided(decision, Topic.DECISIONS.codec().encode(decision));
    verdicts.forEach(verdict -> topics.attested(0, execution, verdict));
    topics.attested(0, execution, promotion);
    decisions.add(
        new DecisionRow(
            decision.id(),
            workItem,
            1,
            "PROMOTE",
            new String(Json.write(Json.toTree(decision)), StandardCharsets.UTF_8),
            time,
            null));
    rows.add(
        new WorkItemRow(
            workItem,
            "promoted",
            "CALM",
            1,
            "agent-1",
            "fleet-a",
            AuditSamples.START,
            time,
            "{}",
            null,
            "[]",
            null,
            "{}"));
    next += VERDICTS;
  }

  private Decision decision(
      String workItem,
      String execution,
      Instant time,
      List<StoredAttestation> verdicts,
      StoredAttestation promotion) {
    if (Json.tree(golden) instanceof Parsed.Accepted<JsonNode>(ObjectNode tree)) {
      tree.put("id", Digests.sha256Hex("decision on " + execution))
          .put("workItem", workItem)
          .put("eventKey", execution)
          .put("promotion", promotion.id())
          .put("time", Times.text(time));
      tree.putObject("agent").put("fleet", "fleet-a").put("id", "agent-1");
      verdicts.forEach(each -> tree.withArray("attestations").add(each.id()));
      if (Json.parse(tree, Decision.class)
          instanceof Parsed.Accepted<Decision>(Decision decision)) {
        return decision;
      }
    }
    throw new AssertionError("expected a golden decision in " + GOLDEN);
  }
}
