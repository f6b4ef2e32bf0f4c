package dev.assay.store.api;

import dev.assay.schemas.Times;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.store.index.AttestationQuery.Listing;
import dev.assay.store.index.IndexReads.Kept;
import dev.assay.store.index.PromotionFacts;
import dev.assay.store.index.StoredAttestation;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A promotion with what it rests on.
 *
 * @param line its list line
 * @param cited ids of the attestations that it cites, in its order
 * @param found their list lines by id, of those that the reader may see
 * @param hypertheses why something could not be seen, by position in the log
 * @param bounds of the verifiers, as they are now
 */
record Promotion(
    Listing line,
    List<String> cited,
    Map<String, Listing> found,
    Map<Long, List<String>> hypertheses,
    VerifierBounds bounds) {

  /** How much of what was to be looked at was looked at. */
  enum Scope {
    /** Something that could have been seen was not. */
    PARTIAL,
    /** Nothing of that is disclosed. */
    WHOLE
  }

  /**
   * Which promotions are wanted; every member that is not null narrows them.
   *
   * @param basis whose weakest evidence is this
   * @param verifier that rest on a verdict of this verifier
   * @param scope of this scope
   * @param boundAbove that rest on a verifier which may pass bad work more often than this
   */
  record Filter(
      @Nullable EvidenceBasis basis,
      @Nullable String verifier,
      @Nullable Scope scope,
      @Nullable Double boundAbove) {

    /** Whether every promotion is wanted. */
    boolean none() {
      return Stream.of(basis, verifier, scope, boundAbove).allMatch(Objects::isNull);
    }

    /** Whether a promotion that rests on {@code facts} may fit; it does not fit otherwise. */
    boolean mayFit(PromotionFacts facts, VerifierBounds bounds) {
      return !facts.known()
          || ((basis == null || basis == facts.basis())
              && (verifier == null || facts.verifiers().contains(verifier))
              && (scope == null || facts.partial() == (scope == Scope.PARTIAL))
              && (boundAbove == null
                  || facts.verifiers().stream()
                      .anyMatch(each -> bounds.of(each).orElse(1.0) > boundAbove)));
    }
  }

  /** The ids of the attestations that the promotion {@code kept} cites. */
  static List<String> cited(Kept kept) {
    return PromotionFacts.cited(
        AttestationDocuments.payload(kept.envelope().getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * The weakest basis of what is cited; null when nothing is, or when what does not say its basis
   * may be known in a weaker way.
   */
  @Nullable EvidenceBasis basis() {
    return PromotionFacts.weakest(
        cited.stream()
            .map(found::get)
            .map(line -> EvidenceBasis.named(line == null ? null : line.basis()))
            .toList());
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

  /** By itself and what it cites; null when some of that is not there and the rest is whole. */
  @Nullable Scope scope() {
    boolean partial =
        Stream.concat(Stream.of(line), found.values().stream())
            .anyMatch(each -> hypertheses(each).stream().anyMatch(PromotionFacts.UNSEEN::contains));
    return partial ? Scope.PARTIAL : found.keySet().containsAll(cited) ? Scope.WHOLE : null;
  }

  private List<String> hypertheses(Listing of) {
    return hypertheses.getOrDefault(of.logIndex(), List.of());
  }

  /** The highest bound of the verifiers that judged; one that is not measured has 1. */
  Optional<Double> bound() {
    return found.values().stream()
        .filter(each -> each.kind() == StoredAttestation.Kind.VERIFICATION)
        .map(Listing::verifier)
        .filter(Objects::nonNull)
        .distinct()
        .map(verifier -> bounds.of(verifier).orElse(1.0))
        .max(Double::compare);
  }

  /** Whether {@code wanted} wants it. */
  boolean fits(Filter wanted) {
    Double above = wanted.boundAbove();
    return (wanted.basis() == null || wanted.basis() == basis())
        && (wanted.verifier() == null || verifiers().contains(wanted.verifier()))
        && (wanted.scope() == null || wanted.scope() == scope())
        && (above == null || bound().filter(bound -> bound > above).isPresent());
  }

  /** As a line of a list. */
  Map<String, Object> members() {
    EvidenceBasis weakest = basis();
    Scope scope = scope();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", line.id());
    members.put("workItem", line.workItem());
    members.put("attempt", line.attempt());
    members.put("fleet", line.fleet());
    members.put("agent", line.agent());
    members.put("basis", weakest == null ? null : weakest.name());
    members.put("scope", scope == null ? null : scope.name());
    members.put("falsePassUpper", bound().orElse(null));
    members.put("verifiers", verifiers());
    members.put("hyperthesis", hypertheses(line));
    members.put("attestations", cited.stream().map(this::member).toList());
    members.put("logIndex", line.logIndex());
    members.put("time", Times.text(line.time()));
    return members;
  }

  private Map<String, Object> member(String id) {
    Listing each = found.get(id);
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("id", id);
    one.put("verifier", each == null ? null : each.verifier());
    one.put("result", each == null ? null : each.result());
    one.put("basis", each == null ? null : each.basis());
    one.put("hyperthesis", each == null ? null : hypertheses(each));
    return one;
  }
}
