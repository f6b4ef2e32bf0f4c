package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.director.ReasonTexts;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.store.AttestationStore;
import dev.assay.store.api.Explanation.Check;
import dev.assay.store.api.Explanation.Decided;
import dev.assay.store.api.Explanation.Judged;
import dev.assay.store.api.Explanation.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gathers {@link Explanation}s of what the store has and the evidence that it can reach. */
final class Explanations {

  private final AttestationStore store;
  private final EvidenceSource evidence;
  private final Expired expired;

  Explanations(AttestationStore store, EvidenceSource evidence, Expired expired) {
    this.store = store;
    this.evidence = evidence;
    this.expired = expired;
  }

  /**
   * The explanation of a work item; empty when it has no such decision.
   *
   * @param item its document, with its decisions, oldest first
   * @param decision the id of the decision to explain, or null for the newest
   */
  Optional<Explanation> of(Map<String, Object> item, @Nullable String decision) {
    JsonNode members = Json.toTree(item);
    List<JsonNode> decisions = Explanation.list(members.path("decisions"));
    if (decision == null) {
      return Optional.of(of(members, decisions.isEmpty() ? null : decisions.getLast()));
    }
    return decisions.stream()
        .filter(each -> each.path("id").asText().equals(decision))
        .findFirst()
        .map(each -> of(members, each));
  }

  private Explanation of(JsonNode members, @Nullable JsonNode last) {
    List<Check> checks =
        last == null ? List.of() : checks(last, Explanation.text(members, "fleet"));
    Set<Judged> claimed = new LinkedHashSet<>();
    checks.forEach(check -> claimed.addAll(check.artifacts()));
    return new Explanation(
        members.path("workItem").asText(),
        members.path("status").asText(),
        members.path("attempt").asInt(),
        last == null ? null : Decided.of(last),
        List.copyOf(claimed),
        checks,
        last == null ? List.of() : help(last),
        Explanation.list(members.path("refusals")).stream()
            .map(each -> each.path("code").asText())
            .toList());
  }

  private static List<String> help(JsonNode decision) {
    Stream<String> reasons =
        Explanation.texts(decision.path("reasons")).stream()
            .map(code -> ReasonTexts.of(code).help())
            .filter(Objects::nonNull);
    Stream<String> ways =
        Explanation.texts(decision.path("needed").path("how")).stream().map(ReasonTexts::way);
    return Stream.concat(reasons, ways).distinct().toList();
  }

  private List<Check> checks(JsonNode decision, @Nullable String fleet) {
    Map<String, Optional<String>> since = new HashMap<>();
    List<Check> checks = new ArrayList<>();
    for (String id : Explanation.texts(decision.path("attestations"))) {
      if (checks.size() == ReadLimits.EXPLAINED_CHECKS_MAX) {
        break;
      }
      statement(id)
          .ifPresent(statement -> {
            JsonNode report = report(statement.path("predicate").path("reportDigest").asText());
            List<Judged> judged =
                Explanation.list(statement.path("predicate").path("artifacts")).stream()
                    .map(each -> judged(each, fleet, since))
                    .toList();
            checks.add(Check.of(id, statement, report, places(statement, report), judged));
          });
    }
    return List.copyOf(checks);
  }

  /** An artifact that a statement names; {@code since} has when those looked at expired. */
  private Judged judged(
      JsonNode artifact, @Nullable String fleet, Map<String, Optional<String>> since) {
    String sha256 = artifact.path("sha256").asText();
    return new Judged(
        artifact.path("role").asText(),
        sha256,
        since
            .computeIfAbsent(sha256, _ -> Optional.ofNullable(expired.since(fleet, sha256)))
            .orElse(null));
  }

  /** The statement of an attestation, which may still be on its way. */
  private Optional<JsonNode> statement(String id) {
    return store.envelope(id).flatMap(AttestationDocuments::statement);
  }

  private JsonNode report(String digest) {
    JsonNode none = Json.toTree(Map.of());
    return evidence
        .read(digest, 0, ReadLimits.EXPLAINED_REPORT_BYTES_MAX)
        .map(bytes ->
            Json.tree(bytes) instanceof Parsed.Accepted<JsonNode>(JsonNode node) ? node : none)
        .orElse(none);
  }

  /** Bytes are shown of what was judged and of the report's own details, and of nothing else. */
  private List<Place> places(JsonNode statement, JsonNode report) {
    Set<String> shown = new LinkedHashSet<>();
    shown.add(report.path("details").asText());
    Explanation.list(statement.path("predicate").path("artifacts"))
        .forEach(each -> shown.add(each.path("sha256").asText()));
    List<Place> places = new ArrayList<>();
    for (JsonNode pointer : Explanation.list(report.path("pointers"))) {
      String artifact = pointer.path("artifact").asText();
      long offset = pointer.path("offset").asLong();
      long length = pointer.path("length").asLong();
      boolean wanted =
          places.size() < ReadLimits.EXCERPTS_MAX && length > 0 && shown.contains(artifact);
      places.add(
          new Place(artifact, offset, length, wanted ? excerpt(artifact, offset, length) : null));
    }
    return List.copyOf(places);
  }

  private @Nullable String excerpt(String artifact, long offset, long length) {
    int bytes = (int) Math.min(length, ReadLimits.EXCERPT_BYTES_MAX);
    return evidence
        .read(artifact, offset, bytes)
        .map(found -> new String(found, StandardCharsets.UTF_8))
        .orElse(null);
  }
}
