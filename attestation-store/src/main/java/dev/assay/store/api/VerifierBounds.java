package dev.assay.store.api;

import dev.assay.http.Principal;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.AttestationQuery.Order;
import dev.assay.store.index.PromotionFacts;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How often each verifier passes bad work at most, as the newest attestation of it publishes that
 * its reader may see. For one call.
 */
final class VerifierBounds {

  private final AttestationStore store;
  private final Principal reader;
  private final Map<String, Optional<Double>> known = new HashMap<>();

  VerifierBounds(AttestationStore store, Principal reader) {
    this.store = store;
    this.reader = reader;
  }

  /** The upper 95 % bound of its rate of false passes; empty when it is not measured. */
  Optional<Double> of(String verifier) {
    return known.computeIfAbsent(verifier, this::published);
  }

  private Optional<Double> published(String verifier) {
    return store
        .attestations(
            AttestationQuery.endOfVerifier(
                verifier, reader.fleets(), null, null, Order.NEWEST_FIRST))
        .items()
        .stream()
        .findFirst()
        .flatMap(newest -> store.envelope(newest.id()))
        .flatMap(AttestationDocuments::statement)
        .flatMap(statement -> PromotionFacts.bound(statement.path("predicate")));
  }
}
