package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.AttestationQuery.Listing;
import dev.assay.store.index.AttestationQuery.Order;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How often a verifier was wrong about canaries, over time, as its attestations published it. */
final class ErrorRateCalls {

  private final AttestationStore store;

  ErrorRateCalls(AttestationStore store) {
    this.store = store;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/error-rates", Permission.READ, this::overTime)
            .queryParameters("verifier", "since", "until"));
  }

  private Response overTime(Request request) {
    ListParameters given = new ListParameters(request.query());
    String verifier = given.word("verifier");
    if (verifier == null) {
      throw invalid("expected the name of a verifier, found none", "verifier");
    }
    Set<String> fleets = request.principal().fleets();
    Instant first = given.time("since");
    Instant end = given.time("until");
    if (first != null && end != null && !first.isBefore(end)) {
      throw invalid("expected since before until, found " + first + " and " + end, "since");
    }
    Optional<Instant> since =
        Optional.ofNullable(first)
            .or(() -> one(verifier, fleets, null, end, Order.OLDEST_FIRST).map(Listing::time));
    Optional<Instant> until =
        Optional.ofNullable(end)
            .or(() ->
                one(verifier, fleets, first, null, Order.NEWEST_FIRST)
                    .map(newest -> newest.time().plus(1, ChronoUnit.MILLIS)));
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("verifier", verifier);
    members.put("since", since.map(Times::text).orElse(null));
    members.put("until", until.map(Times::text).orElse(null));
    members.put(
        "points",
        since.isPresent() && until.isPresent()
            ? points(verifier, fleets, since.get(), until.get())
            : List.of());
    return Response.json(200, members).header("Cache-Control", "no-store");
  }

  /** What the last attestation of each equal part of the window published. */
  private List<Map<String, Object>> points(
      String verifier, @Nullable Set<String> fleets, Instant since, Instant until) {
    Duration window = Duration.between(since, until);
    List<Map<String, Object>> points = new ArrayList<>();
    for (int part = 0; part < ReadLimits.ERROR_RATE_POINTS_MAX; part++) {
      one(
              verifier,
              fleets,
              since.plus(share(window, part)),
              since.plus(share(window, part + 1)),
              Order.NEWEST_FIRST)
          .map(this::point)
          .ifPresent(points::add);
    }
    return points;
  }

  private static Duration share(Duration window, int parts) {
    return window.multipliedBy(parts).dividedBy(ReadLimits.ERROR_RATE_POINTS_MAX);
  }

  private Optional<Listing> one(
      String verifier,
      @Nullable Set<String> fleets,
      @Nullable Instant since,
      @Nullable Instant until,
      Order order) {
    return store
        .attestations(AttestationQuery.endOfVerifier(verifier, fleets, since, until, order))
        .items()
        .stream()
        .findFirst();
  }

  private Map<String, Object> point(Listing line) {
    JsonNode predicate =
        store
            .envelope(line.id())
            .flatMap(AttestationDocuments::statement)
            .orElseGet(MissingNode::getInstance)
            .path("predicate");
    JsonNode rates = predicate.path("verifierErrorRates");
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("attestation", line.id());
    members.put("time", Times.text(line.time()));
    members.put("version", Explanation.text(predicate, "verifierVersion"));
    members.put("rates", rates.isObject() ? rates : null);
    return members;
  }

  private static ProblemException invalid(String problem, String field) {
    return new ProblemException(new Rejection(ErrorCode.INVALID_QUERY, problem, field));
  }
}
