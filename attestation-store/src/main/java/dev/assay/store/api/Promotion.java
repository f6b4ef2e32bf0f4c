package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.store.index.AttestationQuery.Listing;
import dev.assay.store.index.IndexReads.Kept;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A promotion with what it rests on.
 *
 * @param line its list line
 * @param cited ids of the attestations that it cites, in its order
 * @param found their list lines by id, of those that the reader may see
 */
record Promotion(Listing line, List<String> cited, Map<String, Listing> found) {

  /** The ids of the attestations that the promotion {@code kept} cites. */
  static List<String> cited(Kept kept) {
    JsonNode inputs =
        AttestationDocuments.statement(kept.envelope().getBytes(StandardCharsets.UTF_8))
            .map(statement -> statement.path("predicate").path("inputAttestations"))
            .orElseThrow(() ->
                new IllegalStateException("expected the statement of " + kept.listing().id()));
    return Explanation.list(inputs).stream()
        .map(each -> each.path("digest").path("sha256").asText())
        .toList();
  }

  /**
   * The weakest basis of what is cited; null when nothing is, or when what does not say its basis
   * may be known in a weaker way.
   */
  @Nullable EvidenceBasis basis() {
    EvidenceBasis weakest = null;
    boolean unsaid = false;
    for (String id : cited) {
      Listing line = found.get(id);
      Optional<EvidenceBasis> basis = EvidenceBasis.named(line == null ? null : line.basis());
      unsaid |= basis.isEmpty();
      if (basis.isPresent()) {
        weakest = weakest == null ? basis.get() : weakest.atMost(basis.get());
      }
    }
    return unsaid && weakest != EvidenceBasis.CLAIMED ? null : weakest;
  }

  /** Who judged what is cited, sorted, each once. */
  List<String> verifiers() {
    return found.values().stream()
        .map(Listing::verifier)
        .filter(Objects::nonNull)
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Whether it rests on {@code basis} and on a verdict of {@code verifier}, where they are said.
   */
  boolean fits(@Nullable EvidenceBasis basis, @Nullable String verifier) {
    return (basis == null || basis == basis())
        && (verifier == null || verifiers().contains(verifier));
  }

  /** As a line of a list. */
  Map<String, Object> members() {
    EvidenceBasis weakest = basis();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", line.id());
    members.put("workItem", line.workItem());
    members.put("attempt", line.attempt());
    members.put("fleet", line.fleet());
    members.put("agent", line.agent());
    members.put("basis", weakest == null ? null : weakest.name());
    members.put("verifiers", verifiers());
    List<Map<String, Object>> rests = new ArrayList<>();
    for (String id : cited) {
      Listing each = found.get(id);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("id", id);
      one.put("verifier", each == null ? null : each.verifier());
      one.put("result", each == null ? null : each.result());
      one.put("basis", each == null ? null : each.basis());
      rests.add(one);
    }
    members.put("attestations", rests);
    members.put("logIndex", line.logIndex());
    members.put("time", Times.text(line.time()));
    return members;
  }
}
