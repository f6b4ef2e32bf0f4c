package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.IndexReads.Kept;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.StoredAttestation.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gathers {@link Lineage}s of what the store has. */
final class Lineages {

  /** The result of a summary that promotes. */
  private static final String PASSED = "PASSED";

  private final AttestationStore store;
  private final Expired expired;

  Lineages(AttestationStore store, Expired expired) {
    this.store = store;
    this.expired = expired;
  }

  /**
   * The lineage of a work item.
   *
   * @param item its document, with its decisions, oldest first
   */
  Lineage of(Map<String, Object> item) {
    JsonNode members = Json.toTree(item);
    String workItem = members.path("workItem").asText();
    Page<AttestationQuery.Listing> newest =
        store.attestations(
            AttestationQuery.newestOfWorkItem(workItem, ReadLimits.LINEAGE_ATTESTATIONS_MAX));
    Gathering gathering = new Gathering(Explanation.list(members.path("decisions")));
    store
        .summaries()
        .kept(newest.items().stream().map(AttestationQuery.Listing::logIndex).toList())
        .reversed()
        .forEach(kept -> gathering.add(kept.listing(), statement(kept)));
    String fleet = Explanation.text(members, "fleet");
    return gathering.lineage(
        members, newest.next() == null, sha256 -> expired.since(fleet, sha256));
  }

  private static JsonNode statement(Kept kept) {
    return AttestationDocuments.statement(kept.envelope().getBytes(StandardCharsets.UTF_8))
        .orElseGet(() -> Json.toTree(Map.of()));
  }

  /** The lists as they grow. */
  private static final class Gathering {

    private final List<JsonNode> decisions;
    private final Map<String, Integer> attempts = new LinkedHashMap<>();
    private final Map<String, Set<String>> judged = new LinkedHashMap<>();
    private final Map<String, Set<String>> roles = new LinkedHashMap<>();
    private final Map<String, Lineage.Report> reports = new LinkedHashMap<>();
    private final List<Lineage.Attestation> attestations = new ArrayList<>();
    private final List<Lineage.Outcome> promotions = new ArrayList<>();
    private final List<Lineage.Outcome> demotions = new ArrayList<>();

    Gathering(List<JsonNode> decisions) {
      this.decisions = decisions;
    }

    void add(AttestationQuery.Listing line, JsonNode statement) {
      JsonNode predicate = statement.path("predicate");
      String execution = Explanation.text(predicate, "execution");
      if (line.kind() == Kind.VERIFICATION) {
        judged(line, predicate, execution);
      }
      if (line.kind() == Kind.VSA) {
        (line.result().equals(PASSED) ? promotions : demotions).add(outcome(line, predicate));
      }
      attestations.add(
          new Lineage.Attestation(
              line.id(),
              line.kind().text(),
              line.attempt(),
              line.verifier(),
              line.result(),
              line.basis(),
              execution,
              line.report(),
              Explanation.text(predicate, "answeredBy"),
              Explanation.text(predicate, "answeredAs"),
              line.logIndex(),
              Times.text(line.time())));
    }

    private void judged(
        AttestationQuery.Listing line, JsonNode predicate, @Nullable String execution) {
      List<String> digests = new ArrayList<>();
      for (JsonNode artifact : predicate.path("artifacts")) {
        String sha256 = artifact.path("sha256").asText();
        digests.add(sha256);
        roles
            .computeIfAbsent(sha256, _ -> new LinkedHashSet<>())
            .add(artifact.path("role").asText());
      }
      if (execution != null) {
        attempts.putIfAbsent(execution, line.attempt());
        judged.computeIfAbsent(execution, _ -> new LinkedHashSet<>()).addAll(digests);
      }
      if (line.report() != null) {
        reports.putIfAbsent(
            line.report(),
            new Lineage.Report(
                line.report(),
                predicate.path("verifierType").asText(),
                predicate.path("verifierVersion").asText(),
                digests));
      }
    }

    private Lineage.Outcome outcome(AttestationQuery.Listing line, JsonNode predicate) {
      String decision =
          decisions.stream()
              .filter(each -> made(each, line, predicate))
              .map(each -> each.path("id").asText())
              .findFirst()
              .orElse(null);
      return new Lineage.Outcome(
          line.id(),
          decision,
          line.attempt(),
          Explanation.list(predicate.path("inputAttestations")).stream()
              .map(each -> each.path("digest").path("sha256").asText())
              .toList(),
          line.logIndex(),
          Times.text(line.time()));
    }

    /** A decision names its promotion; what it takes back has its time. */
    private static boolean made(
        JsonNode decision, AttestationQuery.Listing line, JsonNode predicate) {
      return line.result().equals(PASSED)
          ? decision.path("promotion").asText().equals(line.id())
          : decision.path("kind").asText().equals(DecisionKind.DEMOTE.name())
              && decision.path("time").equals(predicate.path("timeVerified"));
    }

    Lineage lineage(JsonNode item, boolean whole, Function<String, @Nullable String> expired) {
      Map<String, String> ids = new LinkedHashMap<>();
      for (JsonNode decision : decisions) {
        String key = decision.path("eventKey").asText();
        attempts.putIfAbsent(key, decision.path("attempt").asInt());
        ids.put(key, decision.path("eventId").asText());
      }
      return new Lineage(
          item.path("workItem").asText(),
          item.path("status").asText(),
          item.path("attempt").asInt(),
          Explanation.text(item, "parent"),
          Explanation.list(item.path("children")).stream()
              .map(each -> each.path("workItem").asText())
              .toList(),
          attempts.entrySet().stream()
              .sorted(Map.Entry.comparingByValue())
              .map(each ->
                  new Lineage.Execution(
                      each.getKey(),
                      ids.get(each.getKey()),
                      each.getValue(),
                      List.copyOf(judged.getOrDefault(each.getKey(), Set.of()))))
              .toList(),
          roles.entrySet().stream()
              .map(each ->
                  new Lineage.Artifact(
                      each.getKey(), List.copyOf(each.getValue()), expired.apply(each.getKey())))
              .toList(),
          listed(reports.values()),
          listed(attestations),
          decisions.stream().map(Gathering::decided).toList(),
          listed(promotions),
          listed(demotions),
          whole);
    }

    private static <T> List<T> listed(Collection<T> all) {
      return List.copyOf(all);
    }

    private static Lineage.Decided decided(JsonNode decision) {
      return new Lineage.Decided(
          decision.path("id").asText(),
          decision.path("attempt").asInt(),
          decision.path("kind").asText(),
          Explanation.texts(decision.path("reasons")),
          decision.path("eventKey").asText(),
          Explanation.texts(decision.path("attestations")),
          Explanation.text(decision, "promotion"),
          decision.path("time").asText());
    }
  }
}
