package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.EntityTags;
import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Attestations: listed, one by one, and with their proofs. */
final class AttestationCalls {

  private static final String ENVELOPE = "application/vnd.dsse.envelope.v1+json";
  private static final String STATEMENT = "application/vnd.in-toto+json";
  private static final Pattern WEIGHT = Pattern.compile("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)");
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Results of reports and of verification summaries. */
  private enum Result {
    PASS,
    FAIL,
    FLAKY,
    INCONCLUSIVE,
    PASSED,
    FAILED
  }

  private enum Order {
    OLDEST,
    NEWEST
  }

  private final AttestationStore store;
  private final ReadRetry settling;

  AttestationCalls(AttestationStore store, ReadRetry settling) {
    this.store = store;
    this.settling = settling;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/attestations", Permission.READ, this::list)
            .queryParameters(
                "workItem",
                "artifact",
                "verifier",
                "result",
                "agent",
                "commit",
                "signature",
                "since",
                "until",
                "order",
                "limit",
                "cursor"),
        Route.get("/v1/attestations/{id}", Permission.READ, this::envelope),
        Route.get("/v1/attestations/{id}/proof", Permission.READ, this::proof));
  }

  private Response list(Request request) {
    ListParameters given = new ListParameters(request.query());
    Result result = given.constant("result", Result.class);
    AttestationQuery wanted =
        new AttestationQuery(
            given.id("workItem"),
            given.digest("artifact"),
            given.word("verifier"),
            result == null ? null : result.name(),
            given.id("agent"),
            request.principal().fleets(),
            given.word("commit"),
            given.word("signature"),
            given.time("since"),
            given.time("until"),
            given.constant("order", Order.class) == Order.NEWEST
                ? AttestationQuery.Order.NEWEST_FIRST
                : AttestationQuery.Order.OLDEST_FIRST,
            given.limit(),
            given.cursor());
    return Response.json(200, JsonViews.page(store.attestations(wanted), JsonViews::attestation))
        .header("Cache-Control", "no-store");
  }

  private Response envelope(Request request) throws InterruptedException {
    String id = Require.digest("id", request.path("id"));
    byte[] envelope = found(request, id, () -> store.envelope(id));
    boolean statement = prefersStatement(request.header("accept"));
    String tag = id + (statement ? "-statement" : "");
    boolean known = EntityTags.of(request.header("if-none-match")).match(tag);
    int status = known ? 304 : 200;
    byte[] document = known ? new byte[0] : statement ? payload(envelope) : envelope;
    return Response.bytes(status, statement ? STATEMENT : ENVELOPE, document)
        .header("ETag", "\"" + tag + "\"")
        .header("Vary", "Accept")
        .header("Cache-Control", "private, max-age=31536000, immutable");
  }

  private Response proof(Request request) throws InterruptedException {
    String id = Require.digest("id", request.path("id"));
    return Response.text(200, TEXT, found(request, id, () -> store.proof(id)))
        .header("Cache-Control", "no-cache");
  }

  private <T> T found(Request request, String id, Supplier<Optional<T>> look)
      throws InterruptedException {
    return settling
        .find(request, () -> seen(id, request.principal()) ? look.get() : Optional.empty())
        .orElseThrow(() ->
            new ProblemException(
                new Rejection(
                    ErrorCode.NOT_FOUND, "expected an attestation " + id + ", found none", "id")));
  }

  private boolean seen(String id, Principal reader) {
    return reader.fleets() == null
        || store.attestation(id).filter(line -> reader.actsFor(line.fleet())).isPresent();
  }

  /** Whether the client names the statement's type and wants it more than the envelope's. */
  private static boolean prefersStatement(Optional<String> accept) {
    String types = accept.orElse("");
    return quality(types, STATEMENT) > quality(types, ENVELOPE);
  }

  /** The weight of a media type in an Accept header (RFC 9110, 12.4.2); 0 when it is not named. */
  private static double quality(String accept, String mediaType) {
    for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = range.split(";", -1);
      if (parts[0].strip().equals(mediaType)) {
        return Arrays.stream(parts)
            .map(String::strip)
            .filter(parameter -> WEIGHT.matcher(parameter).matches())
            .mapToDouble(weight -> Double.parseDouble(weight.substring(2)))
            .findFirst()
            .orElse(1);
      }
    }
    return 0;
  }

  static byte[] payload(byte[] envelope) {
    if (Json.tree(envelope) instanceof Parsed.Accepted<JsonNode>(JsonNode document)
        && document.path("payload").isTextual()) {
      return Base64.getDecoder().decode(document.get("payload").textValue());
    }
    throw new IllegalStateException("expected a stored envelope to be a DSSE document");
  }
}
