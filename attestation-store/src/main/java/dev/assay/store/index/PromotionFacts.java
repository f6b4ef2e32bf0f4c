package dev.assay.store.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.EvidenceBasis;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a promotion rests on, of all that it cites, whoever may see it. A reader who may see less
 * finds no more by it than by what he may see.
 *
 * @param logIndex position of the promotion
 * @param known whether all that it cites was logged when the promotion was; else the others say
 *     nothing of it
 * @param basis the weakest basis of what is cited; null as {@link #weakest} has it
 * @param partial whether something could have been seen that was not, by itself or what is cited
 * @param verifiers who judged what is cited, sorted, each once
 */
public record PromotionFacts(
    long logIndex,
    boolean known,
    @Nullable EvidenceBasis basis,
    boolean partial,
    List<String> verifiers) {

  /** Codes of what could have been seen, with more data, tools, rights or time. */
  public static final Set<String> UNSEEN =
      Set.of("MISSING_DATA", "MISSING_TOOL", "PERMISSION", "COST");

  /** Copies the list. */
  public PromotionFacts {
    verifiers = List.copyOf(verifiers);
  }

  /**
   * An attestation that is cited.
   *
   * @param verifier who judged, when somebody did
   * @param basis how it is known, when it says it
   * @param unseen whether one of its hypertheses is {@link #UNSEEN}
   */
  public record Cited(@Nullable String verifier, @Nullable String basis, boolean unseen) {

    /** What a promotion that cites {@code attestation} gets from it. */
    public static Cited of(StoredAttestation attestation) {
      return new Cited(
          attestation.verifier(),
          attestation.basis(),
          attestation.hypertheses().stream().anyMatch(UNSEEN::contains));
    }
  }

  /** The bound that a statement with {@code predicate} publishes of its verifier; empty without. */
  public static Optional<Double> bound(JsonNode predicate) {
    JsonNode rates = predicate.path("verifierErrorRates");
    return rates.path("knownBad").asInt() > 0 && rates.path("falsePassUpper").isNumber()
        ? Optional.of(rates.path("falsePassUpper").doubleValue())
        : Optional.empty();
  }

  /** Whether {@code attestation} is a promotion. */
  public static boolean promotes(StoredAttestation attestation) {
    return attestation.kind() == StoredAttestation.Kind.VSA
        && attestation.result().equals("PASSED");
  }

  /** The facts of {@code promotion} at its position, among them those of what is {@code kept}. */
  public static PromotionFacts of(
      long logIndex, StoredAttestation promotion, List<String> cited, Map<String, Cited> kept) {
    List<Cited> found = cited.stream().map(kept::get).filter(Objects::nonNull).toList();
    return new PromotionFacts(
        logIndex,
        found.size() == cited.size(),
        weakest(found.stream().map(each -> EvidenceBasis.named(each.basis())).toList()),
        promotion.hypertheses().stream().anyMatch(UNSEEN::contains)
            || found.stream().anyMatch(Cited::unseen),
        found.stream().map(Cited::verifier).filter(Objects::nonNull).distinct().sorted().toList());
  }

  /** The ids of the attestations that the promotion of this statement cites, in its order. */
  public static List<String> cited(byte[] statement) {
    return Json.tree(statement) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
        ? texts(tree.path("predicate").path("inputAttestations")).toList()
        : List.of();
  }

  private static Stream<String> texts(JsonNode inputs) {
    return StreamSupport.stream(inputs.spliterator(), false)
        .map(each -> each.path("digest").path("sha256").asText());
  }

  /**
   * The weakest basis of evidence; null of none, or when what does not say its basis may be known
   * in a weaker way.
   */
  public static @Nullable EvidenceBasis weakest(Collection<Optional<EvidenceBasis>> all) {
    EvidenceBasis weakest =
        all.stream().flatMap(Optional::stream).min(EvidenceBasis::compareTo).orElse(null);
    boolean unsaid = all.stream().anyMatch(Optional::isEmpty);
    return unsaid && weakest != EvidenceBasis.CLAIMED ? null : weakest;
  }
}
