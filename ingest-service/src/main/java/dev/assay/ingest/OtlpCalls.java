package dev.assay.ingest;

import com.google.protobuf.CodedOutputStream;
import dev.assay.artifact.ArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.http.BodyException;
import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * OTLP over HTTP (opentelemetry-proto 1.11, "OTLP/HTTP"): {@code POST /v1/traces} and {@code
 * /v1/logs}. What is answered 200 lies in the artifact store and in the journal of open runs.
 */
final class OtlpCalls {

  /** Fields of google.rpc.Status, of the answers and of their partial success. */
  private static final int STATUS_MESSAGE = 2;

  private static final int PARTIAL_SUCCESS = 1;
  private static final int REJECTED = 1;
  private static final int ERROR_MESSAGE = 2;

  private final OtlpRuns runs;
  private final OtlpDocuments documents;
  private final ArtifactStore store;
  private final ArtifactExistenceCache known;
  private final Holdings holdings;
  private final Quotas quotas;
  private final OpenItems open;

  OtlpCalls(
      OtlpRuns runs,
      OtlpDocuments documents,
      ArtifactStore store,
      ArtifactExistenceCache known,
      Holdings holdings,
      Quotas quotas,
      OpenItems open) {
    this.runs = runs;
    this.documents = documents;
    this.store = store;
    this.known = known;
    this.holdings = holdings;
    this.quotas = quotas;
    this.open = open;
  }

  List<Route> routes() {
    return List.of(
        route("/v1/traces", Signal.TRACES),
        route("/v1/logs", Signal.LOGS),
        Route.post("/v1/traces/close", Permission.SEND, this::close)
            .queryParameters("workItem", "run"));
  }

  private Route route(String path, Signal signal) {
    return Route.post(path, Permission.SEND, request -> post(signal, request))
        .refusing(OtlpCalls::status);
  }

  private Response close(Request request) {
    String workItem = request.query().text("workItem").orElse("");
    String run = request.query().text("run").orElse("");
    int closing;
    try {
      closing = runs.end(request.principal().id(), workItem, run);
    } catch (IOException e) {
      throw new ProblemException(
          ErrorCode.STORE_UNAVAILABLE,
          "expected to write down that the run is over, found: " + e.getMessage());
    }
    if (closing == 0) {
      throw new ProblemException(
          new Rejection(
              ErrorCode.NOT_FOUND,
              "expected an open run of yours for that work item, found none",
              "workItem"));
    }
    return Response.json(202, Map.of("closing", closing));
  }

  private Response post(Signal signal, Request request) throws Exception {
    String type = ExecutionCalls.mediaType(request.header("content-type").orElse(""));
    boolean protobuf = type.equals(OtlpDocuments.PROTOBUF);
    if (!protobuf && !type.equals(OtlpDocuments.JSON)) {
      throw new ProblemException(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "expected Content-Type application/x-protobuf or application/json, found another one");
    }
    try {
      return taken(signal, protobuf, request);
    } catch (ArtifactException e) {
      throw new ProblemException(e.code(), String.valueOf(e.getMessage()));
    } catch (BodyException e) {
      throw e;
    } catch (IOException e) {
      throw new ProblemException(
          ErrorCode.STORE_UNAVAILABLE, "expected to keep the request, found: " + e.getMessage());
    }
  }

  private Response taken(Signal signal, boolean protobuf, Request request) throws Exception {
    Principal sender = request.principal();
    OtlpTaking.refuse(quotas.upload(sender));
    try (OtlpTaking taking = new OtlpTaking(runs, holdings, quotas, open, sender)) {
      return documents.decoded(
          signal,
          protobuf,
          request,
          (bytes, pieces) -> {
            quotas.uploaded(sender, bytes.length);
            String sha256 = Digests.sha256Hex(bytes);
            taking.read(new OtlpRuns.Body(sha256, signal, protobuf, fleetOf(sender)), pieces);
            return taking;
          },
          (bytes, read) -> {
            if (read.isAny()) {
              keep(protobuf, bytes, sender);
            }
            read.accepted();
            return success(signal, protobuf, read.rejected(), read.why());
          });
    }
  }

  /** The fleet of what names none: the only one that the sender acts for, or that of nobody. */
  private static String fleetOf(Principal sender) {
    Set<String> fleets = sender.fleets();
    return fleets != null && fleets.size() == 1 ? fleets.iterator().next() : "otel";
  }

  private void keep(boolean protobuf, byte[] bytes, Principal sender) throws IOException {
    StoredArtifact stored =
        store.upload(
            new ByteArrayInputStream(bytes),
            protobuf ? OtlpDocuments.PROTOBUF : OtlpDocuments.JSON,
            null,
            IngestLimits.OTLP_BYTES_MAX);
    known.remember(stored);
    holdings.sent(sender, stored.sha256());
  }

  private static Response success(Signal signal, boolean protobuf, int rejected, String why)
      throws IOException {
    if (protobuf) {
      byte[] answer = rejected == 0 ? new byte[0] : partial(rejected, why);
      return Response.bytes(200, OtlpDocuments.PROTOBUF, answer);
    }
    String member = signal == Signal.TRACES ? "rejectedSpans" : "rejectedLogRecords";
    return Response.json(
        200,
        rejected == 0
            ? Map.of()
            : Map.of(
                "partialSuccess", Map.of(member, Integer.toString(rejected), "errorMessage", why)));
  }

  private static byte[] partial(int rejected, String why) throws IOException {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    CodedOutputStream fields = CodedOutputStream.newInstance(inner);
    fields.writeInt64(REJECTED, rejected);
    fields.writeString(ERROR_MESSAGE, why);
    fields.flush();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CodedOutputStream answer = CodedOutputStream.newInstance(out);
    answer.writeByteArray(PARTIAL_SUCCESS, inner.toByteArray());
    answer.flush();
    return out.toByteArray();
  }

  /** A refusal as google.rpc.Status in the request's encoding, JSON for what has another one. */
  private static Response status(Rejection rejection, String contentType) {
    int code = httpStatus(rejection.code());
    String message = rejection.code() + ": " + rejection.detail();
    return ExecutionCalls.mediaType(contentType).equals(OtlpDocuments.PROTOBUF)
        ? Response.refusal(code, OtlpDocuments.PROTOBUF, status(message))
        : Response.refusal(code, OtlpDocuments.JSON, Json.write(Map.of("message", message)));
  }

  private static byte[] status(String message) {
    byte[] out = new byte[CodedOutputStream.computeStringSize(STATUS_MESSAGE, message)];
    try {
      CodedOutputStream.newInstance(out).writeString(STATUS_MESSAGE, message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out;
  }

  /** Data that cannot be decoded are 400 in OTLP, whatever else they are elsewhere. */
  private static int httpStatus(ErrorCode code) {
    return code.httpStatus() == 422 ? 400 : code.httpStatus();
  }
}
