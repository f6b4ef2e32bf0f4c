package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.Principal;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.AttestationQuery.Order;
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
        .map(statement -> statement.path("predicate").path("verifierErrorRates"))
        .filter(rates -> rates.path("knownBad").asInt() > 0)
        .map(rates -> rates.path("falsePassUpper"))
        .filter(JsonNode::isNumber)
        .map(JsonNode::doubleValue);
  }
}
