package dev.assay.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.replay.Progress;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions are no entries of the log; an operator who shows others is told by manifests. */
class LyingDecisionsTest {

  private static final Path GOLDEN =
      Path.of("../schemas/src/test/resources/golden/Decision/required.json");
  private static final String ITEM = "shop/cart-1";

  private final Map<String, DecisionCheck.Item> items = new HashMap<>();
  private final Map<String, JsonNode> byId = new HashMap<>();
  private final ManifestedTopics topics = new ManifestedTopics();

  @TempDir private Path directory;

  @BeforeEach
  void anItemThatWasPromotedAndThenDemoted() throws IOException {
    made(ITEM, DecisionKind.RETRY, DecisionKind.PROMOTE, DecisionKind.DEMOTE);
    made("shop/other", DecisionKind.PROMOTE);
    var _ = topics.manifests();
  }

  @Test
  void decisionsAsTheyWereMadeAreCompared() throws IOException {
    AuditResult result = audit();

    assertThat(AuditSamples.codes(result)).isEmpty();
    assertThat(result.json().path("decisions").path("compared").asInt()).isEqualTo(4);
    assertThat(result.json().path("decisions").path("unlisted").asInt()).isZero();
  }

  @Test
  void aDemotionThatIsNotShownIsFoundWhetherOrNotItIsThereByItsId() throws IOException {
    List<JsonNode> decisions = decisions(ITEM);
    JsonNode demotion = decisions.removeLast();
    show("promoted", decisions);

    assertThat(codes()).containsExactly("DECISION_MISSING null");
    byId.remove(demotion.path("id").asText());
    assertThat(codes()).containsExactly("DECISION_MISSING null");
  }

  @Test
  void aDecisionBetweenOthersThatIsNotShownIsFoundTwice() throws IOException {
    List<JsonNode> decisions = decisions(ITEM);
    decisions.remove(1);
    show("demoted", decisions);

    assertThat(codes()).containsExactly("DECISION_DIFFERS null", "DECISION_MISSING null");
  }

  @Test
  void anOlderDecisionForANewerOneAndAnotherOrderAreFound() throws IOException {
    List<JsonNode> decisions = decisions(ITEM);
    show("promoted", List.of(decisions.get(0), decisions.get(2), decisions.get(1)));
    assertThat(codes()).containsExactly("DECISION_DIFFERS null");

    show("promoted", List.of(decisions.get(0), decisions.get(1), decisions.get(1)));
    assertThat(codes()).contains("DECISION_MISSING null", "DECISION_DIFFERS null");
  }

  @Test
  void aDecisionWithOtherContentsOrUnderAnotherWorkItemIsFound() throws IOException {
    List<JsonNode> decisions = decisions(ITEM);
    decisions.set(2, ((ObjectNode) decisions.get(2).deepCopy()).put("kind", "PROMOTE"));
    show("promoted", decisions);
    assertThat(codes()).containsExactly("DECISION_DIFFERS null");

    show("promoted", decisions("shop/other"));
    assertThat(codes()).contains("DECISION_DIFFERS null").hasSize(4);
  }

  @Test
  void aWorkItemThatIsHiddenOrHasTheStatusOfAnotherDecisionIsFound() throws IOException {
    show("promoted", decisions(ITEM));
    assertThat(codes()).containsExactly("DECISION_DIFFERS null");
    show("verifying", decisions(ITEM));
    assertThat(codes()).isEmpty();

    items.remove(ITEM);
    assertThat(codes()).hasSize(3).containsOnly("DECISION_MISSING null");
  }

  @Test
  void aDecisionThatAnOlderVersionWroteIsRight() throws IOException {
    Decision decision = decision("shop/old", 1, DecisionKind.RETRY);
    List<byte[]> records = Topic.DECISIONS.codec().encodings(decision);
    assertThat(records).hasSizeGreaterThan(1);
    var _ = topics.decided(decision, records.get(1)).manifests();
    items.put(
        "shop/old", new DecisionCheck.Item("shop/old", "retrying", List.of(Json.toTree(decision))));

    assertThat(codes()).isEmpty();
  }

  private void made(String workItem, DecisionKind... kinds) throws IOException {
    List<JsonNode> decisions = new ArrayList<>();
    for (DecisionKind kind : kinds) {
      Decision decision = decision(workItem, decisions.size() + 1, kind);
      var _ = topics.decided(decision, Topic.DECISIONS.codec().encode(decision));
      decisions.add(Json.toTree(decision));
      byId.put(decision.id(), Json.toTree(decision));
    }
    String status = kinds[kinds.length - 1] == DecisionKind.DEMOTE ? "demoted" : "promoted";
    items.put(workItem, new DecisionCheck.Item(workItem, status, decisions));
  }

  private static Decision decision(String workItem, int ordinal, DecisionKind kind)
      throws IOException {
    if (Json.tree(Files.readAllBytes(GOLDEN))
        instanceof Parsed.Accepted<JsonNode>(ObjectNode tree)) {
      tree.put("id", Digests.sha256Hex(workItem + ordinal))
          .put("eventKey", Digests.sha256Hex("event of " + workItem + ordinal))
          .put("workItem", workItem)
          .put("kind", kind.name())
          .put("ordinal", ordinal)
          .putArray("attestations");
      if (Json.parse(tree, Decision.class)
          instanceof Parsed.Accepted<Decision>(Decision decision)) {
        return decision;
      }
    }
    throw new AssertionError("expected a golden decision in " + GOLDEN);
  }

  private List<JsonNode> decisions(String workItem) {
    return new ArrayList<>(Objects.requireNonNull(items.get(workItem)).decisions());
  }

  private void show(@Nullable String status, List<JsonNode> decisions) {
    items.put(ITEM, new DecisionCheck.Item(ITEM, status, decisions));
  }

  private List<String> codes() throws IOException {
    return AuditSamples.codes(audit());
  }

  private AuditResult audit() throws IOException {
    Liar source = new Liar(topics.log(), Files.createTempDirectory(directory, "log"));
    source.items = items;
    source.decisions = byId;
    return new Audit(
            source,
            new Audit.Wanted(null, null, null, false, true),
            InstantSource.fixed(topics.now()),
            new Progress(new PrintWriter(Writer.nullWriter()), "audit"))
        .run();
  }
}
