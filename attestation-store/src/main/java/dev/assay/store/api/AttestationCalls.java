package dev.assay.store.api;

import dev.assay.core.export.AttestationFormat;
import dev.assay.http.AcceptedTypes;
import dev.assay.http.EntityTags;
import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.AttestationQuery;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Attestations: listed, one by one, and with their proofs. */
final class AttestationCalls {

  private static final Map<String, AttestationFormat> FORMATS =
      Arrays.stream(AttestationFormat.values())
          .collect(Collectors.toMap(AttestationFormat::mediaType, Function.identity()));

  /** Every format by its own type, and the envelope to those who only know that it is JSON. */
  private static final List<String> OFFERED =
      Stream.concat(AttestationFormat.mediaTypes().stream(), Stream.of("application/json"))
          .toList();

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
  private final AttestationDocuments documents;
  private final ReadRetry settling;

  AttestationCalls(AttestationStore store, ReadRetry settling) {
    this.store = store;
    this.documents = new AttestationDocuments(store);
    this.settling = settling;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/attestations", Permission.READ, this::list)
            .queryParameters(
                "prefix",
                "workItem",
                "artifact",
                "verifier",
                "result",
                "basis",
                "agent",
                "fleet",
                "commit",
                "signature",
                "hyperthesis",
                "file",
                "since",
                "until",
                "order",
                "limit",
                "cursor"),
        Route.get("/v1/attestations/{id}", Permission.READ, this::document),
        Route.get("/v1/attestations/{id}/proof", Permission.READ, this::proof));
  }

  private Response list(Request request) {
    ListParameters given = new ListParameters(request.query());
    Result result = given.constant("result", Result.class);
    EvidenceBasis basis = given.constant("basis", EvidenceBasis.class);
    Hyperthesis.Why why = given.constant("hyperthesis", Hyperthesis.Why.class);
    AttestationQuery wanted =
        new AttestationQuery(
            given.idPrefix("prefix"),
            given.id("workItem"),
            given.digest("artifact"),
            given.word("verifier"),
            result == null ? null : result.name(),
            basis == null ? null : basis.name(),
            given.id("agent"),
            within(request.principal(), given.id("fleet")),
            given.word("commit"),
            given.word("signature"),
            why == null ? null : why.name(),
            given.file("file"),
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

  /**
   * The fleets whose work is listed: those of {@code reader}, or the wanted one if it is theirs.
   */
  private static @Nullable Set<String> within(Principal reader, @Nullable String wanted) {
    if (wanted == null) {
      return reader.fleets();
    }
    return reader.actsFor(wanted) ? Set.of(wanted) : Set.of();
  }

  private Response document(Request request) throws InterruptedException {
    String id = Require.digest("id", request.path("id"));
    byte[] envelope = envelope(request, id);
    for (String type : AcceptedTypes.of(request.header("accept")).ranked(OFFERED)) {
      AttestationFormat format = FORMATS.getOrDefault(type, AttestationFormat.DSSE);
      Optional<byte[]> document = documents.of(id, envelope, format);
      if (document.isPresent()) {
        return answer(request, id, type, format, document.get());
      }
    }
    throw new ProblemException(
        ErrorCode.NOT_ACCEPTABLE,
        "expected Accept to name a form that this attestation has, of "
            + String.join(", ", AttestationFormat.mediaTypes())
            + ", found "
            + Require.quoted(request.header("accept").orElse("none")));
  }

  /** What was signed stays; what is made from it is compared by its digest. */
  private static Response answer(
      Request request, String id, String type, AttestationFormat format, byte[] document) {
    String tag =
        switch (format) {
          case DSSE -> id;
          case STATEMENT -> id + "-statement";
          case TEST_RESULT, SVR, VSA, TLOG_PROOF, SIGSTORE_BUNDLE, COSE_RECEIPT ->
              Digests.sha256Hex(document);
        };
    boolean signed = format == AttestationFormat.DSSE || format == AttestationFormat.STATEMENT;
    boolean known = EntityTags.of(request.header("if-none-match")).match(tag);
    return Response.bytes(known ? 304 : 200, type, known ? new byte[0] : document)
        .header("ETag", "\"" + tag + "\"")
        .header("Vary", "Accept")
        .header(
            "Cache-Control", signed ? "private, max-age=31536000, immutable" : "private, no-cache");
  }

  /**
   * The envelope of an attestation that the caller may see.
   *
   * @throws ProblemException with NOT_FOUND when there is none
   */
  byte[] envelope(Request request, String id) throws InterruptedException {
    return found(request, id, () -> store.envelope(id));
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
}
