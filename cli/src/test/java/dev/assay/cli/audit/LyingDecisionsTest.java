package dev.assay.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.replay.Progress;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions are no entries of the log; an operator who shows others is told by manifests. */
class LyingDecisionsTest {

  private static final Path GOLDEN =
      Path.of("../schemas/src/test/resources/golden/Decision/required.json");
  private static final String ITEM = "shop/cart-1";

  private final Map<String, DecisionCheck.Item> items = new HashMap<>();
  private final Map<String, JsonNode> byId = new HashMap<>();
  private final ManifestedTopics topics = new ManifestedTopics();
  private Map<String, AuditSource.Placed> elsewhere = Map.of();
  private @Nullable Liar grown;
  private @Nullable List<StoredAttestation> log;
  private Set<String> unlisted = Set.of();

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
  void aStatusThatFollowsFromNoDecisionIsFound() throws IOException {
    items.put("shop/new", new DecisionCheck.Item("shop/new", "promoted", null, List.of()));
    items.put("shop/busy", new DecisionCheck.Item("shop/busy", "verifying", null, List.of()));
    items.put("shop/child", new DecisionCheck.Item("shop/child", "pending", null, List.of()));

    assertThat(codes()).containsExactly("DECISION_DIFFERS null");
  }

  @ParameterizedTest
  @CsvSource({
    "1, fleet-a, agent-2, ROW_DIFFERS 0",
    "1, fleet-b, agent-1, ROW_DIFFERS 0",
    "2, fleet-a, agent-1, ROW_DIFFERS 0",
    "1, fleet-a, agent-1,"
  })
  void aRowOfAnotherAgentFleetOrAttemptThanThatOfItsDecisionIsFound(
      int attempt, String fleet, String agent, @Nullable String found) throws IOException {
    StoredAttestation promotion = AuditSamples.promotion("item-0", topics.now());
    ObjectNode decision = decided(1, "agent-1");
    log = List.of(AuditSamples.of(promotion, attempt, fleet, agent));

    items.clear();
    item(row("item-0", 1, "fleet-a", "agent-1"), decision);
    assertThat(codes()).isEqualTo(found == null ? List.of() : List.of(found));
    item(row("item-0", 1, "fleet-a", "agent-1").put("status", "verifying"), decision);
    assertThat(codes()).isEmpty();
    item(row("item-0", attempt, fleet, agent), decision);
    assertThat(codes()).isEqualTo(found == null ? List.of() : List.of("ROW_DIFFERS null"));
  }

  @ParameterizedTest
  @CsvSource({"agent-1, agent-2,", "agent-2, agent-1, ROW_DIFFERS 0"})
  void aRowOfTheOtherAgentOfTheSameAttemptIsFound(
      String judged, String summed, @Nullable String found) throws IOException {
    ObjectNode first = decided(1, "agent-1");
    ObjectNode second = decided(2, "agent-2").put("time", Times.text(topics.now()));
    StoredAttestation verdict = AuditSamples.attestation(0, AuditSamples.DIRECTOR);
    StoredAttestation promotion = AuditSamples.promotion("item-0", topics.now(), verdict);
    first.put("eventKey", AuditSamples.execution(0));
    log =
        List.of(
            AuditSamples.of(verdict, 1, "fleet-a", judged),
            AuditSamples.of(promotion, 1, "fleet-a", summed));

    items.clear();
    item(row("item-0", 1, "fleet-a", "agent-2").put("lastTime", time(second)), first, second);
    assertThat(codes()).isEqualTo(found == null ? List.of() : List.of(found));
  }

  @ParameterizedTest
  @CsvSource({
    "mood, '\"CONTRITE\"'",
    "lastTime, '\"2026-11-21T10:00:00.001Z\"'",
    "lastTime, '\"2026-11-21T09:59:59.999Z\"'",
    "lastTime, null",
    "firstTime, '\"2026-11-21T10:00:00.001Z\"'",
    "approval, '{\"id\":\"a\"}'",
    "children, '[]'"
  })
  void aWorkItemThatStandsOtherwiseThanItsLastDecisionLeftItIsFound(String member, String value)
      throws IOException {
    ObjectNode decision = decided(1, "agent-1");
    decision.putArray("children").add("item-0/1");
    ObjectNode right = row("item-0", 1, "fleet-a", "agent-1");
    right.putArray("children").addObject().put("workItem", "item-0/1");
    item(right, decision);
    assertThat(codes()).isEmpty();

    item(right.deepCopy().set(member, tree(value)), decision);
    assertThat(codes()).containsExactly("ROW_DIFFERS null");
    item(
        ((ObjectNode) right.deepCopy().set(member, tree(value))).put("status", "verifying"),
        decision);
    assertThat(codes()).isEmpty();
  }

  @Test
  void aWorkItemThatIsShownByItsNameAndInNoListIsFound() throws IOException {
    unlisted = Set.of("shop/other");

    assertThat(codes()).containsExactly("DECISION_MISSING null");
  }

  @Test
  void anInventedDecisionIsFoundWhenManifestsAreADayPastIt() throws IOException {
    List<JsonNode> decisions = decisions(ITEM);
    Decision invented = decision(ITEM, 4, DecisionKind.PROMOTE);
    decisions.add(
        ((ObjectNode) Json.toTree(invented))
            .put("time", Times.text(topics.now().plus(Duration.ofHours(2)))));
    show("promoted", decisions);

    made("shop/next", DecisionKind.PROMOTE);
    var _ = topics.manifests(Duration.ofHours(20));
    assertThat(codes()).isEmpty();
    made("shop/after", DecisionKind.PROMOTE);
    var _ = topics.manifests(Duration.ofHours(20));
    assertThat(codes()).containsExactly("DECISION_UNLISTED null");
  }

  @Test
  void anAttestationThatIsSaidToStandBehindTheLogIsLookedForThere() throws IOException {
    StoredAttestation verdict = AuditSamples.at(9_000, topics.now());
    Decision resting = decision("shop/resting", 1, DecisionKind.RETRY);
    ObjectNode shown = (ObjectNode) Json.toTree(resting);
    shown.putArray("attestations").add(verdict.id());
    items.put(
        "shop/resting", new DecisionCheck.Item("shop/resting", "retrying", null, List.of(shown)));
    String statement = new String(verdict.envelope().payload(), StandardCharsets.UTF_8);
    int size = topics.log().size();
    elsewhere = Map.of(verdict.id(), new AuditSource.Placed(size, statement));

    assertThat(codes()).containsExactly("VERDICT_MISSING null");

    List<StoredAttestation> later = topics.log();
    later.add(verdict);
    grown = new Liar(later, Files.createTempDirectory(directory, "grown"));
    assertThat(codes()).isEmpty();

    List<StoredAttestation> forked = topics.log();
    forked.set(0, AuditSamples.attestation(9_001, AuditSamples.DIRECTOR));
    forked.add(verdict);
    grown = new Liar(forked, Files.createTempDirectory(directory, "forked"));
    assertThat(codes()).contains("VERDICT_MISSING null");
  }

  @Test
  void aDecisionThatAnOlderVersionWroteIsRight() throws IOException {
    Decision decision = decision("shop/old", 1, DecisionKind.RETRY);
    List<byte[]> records = Topic.DECISIONS.codec().encodings(decision);
    assertThat(records).hasSizeGreaterThan(1);
    var _ = topics.decided(decision, records.get(1)).manifests();
    items.put(
        "shop/old",
        new DecisionCheck.Item("shop/old", "retrying", null, List.of(Json.toTree(decision))));

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
    items.put(workItem, new DecisionCheck.Item(workItem, status, null, decisions));
  }

  private void item(JsonNode row, JsonNode... decisions) {
    String workItem = row.path("workItem").asText();
    String status = row.path("status").asText();
    items.put(workItem, new DecisionCheck.Item(workItem, status, row, List.of(decisions)));
  }

  /** A row that stands as the golden decision leaves it. */
  private static ObjectNode row(String workItem, int attempt, String fleet, String agent) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("workItem", workItem)
        .put("status", "promoted")
        .put("mood", "CALM")
        .put("attempt", attempt)
        .put("fleet", fleet)
        .put("agent", agent)
        .put("firstTime", "2026-11-21T10:00:00.000Z")
        .put("lastTime", "2026-11-21T10:00:00.000Z");
  }

  private static ObjectNode decided(int ordinal, String agent) throws IOException {
    ObjectNode decision =
        (ObjectNode) Json.toTree(decision("item-0", ordinal, DecisionKind.PROMOTE));
    decision.putObject("agent").put("fleet", "fleet-a").put("id", agent);
    return decision;
  }

  private static JsonNode tree(String json) {
    if (Json.tree(json.getBytes(StandardCharsets.UTF_8))
        instanceof Parsed.Accepted<JsonNode>(JsonNode tree)) {
      return tree;
    }
    throw new AssertionError("expected JSON, found " + json);
  }

  private static String time(JsonNode decision) {
    return decision.path("time").asText();
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
    items.put(ITEM, new DecisionCheck.Item(ITEM, status, null, decisions));
  }

  private List<String> codes() throws IOException {
    return AuditSamples.codes(audit());
  }

  private AuditResult audit() throws IOException {
    Liar source =
        new Liar(log == null ? topics.log() : log, Files.createTempDirectory(directory, "log"));
    source.items = items;
    source.unlisted = unlisted;
    source.decisions = byId;
    source.elsewhere = elsewhere;
    source.grown = grown;
    return new Audit(
            source,
            new Audit.Wanted(null, null, null, false, true, false),
            InstantSource.fixed(topics.now()),
            new Progress(new PrintWriter(Writer.nullWriter()), "audit"))
        .run();
  }
}
