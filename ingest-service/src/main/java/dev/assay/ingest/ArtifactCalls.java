package dev.assay.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.artifact.ArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.artifact.Retention;
import dev.assay.http.BodyException;
import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Puts artifacts into the store and hands them out again, checked against their digests. */
final class ArtifactCalls {

  private static final String ANY_TYPE = "application/octet-stream";
  private static final String FOR_EVER = "private, max-age=31536000, immutable";

  private final ArtifactStore store;
  private final ArtifactExistenceCache known;
  private final Holdings holdings;
  private final Quotas quotas;
  private final long bytesMax;
  private final Retention retention;

  ArtifactCalls(
      ArtifactStore store,
      ArtifactExistenceCache known,
      Holdings holdings,
      Quotas quotas,
      long bytesMax,
      Retention retention) {
    this.store = store;
    this.known = known;
    this.holdings = holdings;
    this.quotas = quotas;
    this.bytesMax = bytesMax;
    this.retention = retention;
  }

  List<Route> routes() {
    return List.of(
        Route.put("/v1/artifacts", Permission.SEND, request -> guarded(() -> put(request))),
        Route.get(
            "/v1/artifacts/{sha256}", Permission.READ, request -> guarded(() -> artifact(request))),
        Route.get(
            "/v1/reports/{sha256}", Permission.READ, request -> guarded(() -> report(request))));
  }

  /** A call into the store. */
  private interface Call {
    Response run() throws IOException;
  }

  private static Response guarded(Call call) throws IOException {
    try {
      return call.run();
    } catch (BodyException e) {
      throw e;
    } catch (ArtifactException e) {
      throw new ProblemException(e.code(), String.valueOf(e.getMessage()));
    } catch (RejectedException e) {
      throw new ProblemException(e.rejection());
    } catch (IOException e) {
      throw new ProblemException(
          ErrorCode.STORE_UNAVAILABLE,
          "expected to reach the artifact store, found: " + e.getMessage());
    }
  }

  private Response put(Request request) throws IOException {
    OptionalLong length = request.contentLength();
    if (length.isPresent() && length.getAsLong() > bytesMax) {
      throw new ProblemException(
          ErrorCode.ARTIFACT_TOO_LARGE,
          "expected an artifact of at most "
              + bytesMax
              + " bytes, found "
              + length.getAsLong()
              + "; nothing was read");
    }
    Optional<Rejection> exceeded = quotas.upload(request.principal());
    if (exceeded.isPresent()) {
      throw new ProblemException(exceeded.get());
    }
    @Nullable String expected =
        request
            .header("x-expected-sha256")
            .map(text -> Require.digest("x-expected-sha256", text.strip().toLowerCase(Locale.ROOT)))
            .orElse(null);
    Precondition precondition = Precondition.of(request.header("if-none-match"));
    for (String digest : precondition.digestsToLookUp(expected)) {
      if (holdings.has(request.principal(), digest)
          && store.find(digest).isPresent()
          && store.renew(digest).isPresent()) {
        throw alreadyThere(digest);
      }
    }
    if (length.isEmpty() || length.getAsLong() >= IngestLimits.LONG_UPLOAD_BYTES) {
      request.uploads();
    }
    String mediaType = request.header("content-type").orElse(ANY_TYPE);
    StoredArtifact stored = store.upload(request.stream(), mediaType, expected, bytesMax);
    known.remember(stored);
    quotas.uploaded(request.principal(), stored.size());
    boolean news = stored.created() || !holdings.has(request.principal(), stored.sha256());
    holdings.sent(request.principal(), stored.sha256());
    if (!news && precondition.any()) {
      throw alreadyThere(stored.sha256());
    }
    return Response.json(news ? 201 : 200, described(stored, mediaType))
        .header("Location", "/v1/artifacts/" + stored.sha256())
        .header("ETag", etag(stored));
  }

  private static ProblemException alreadyThere(String digest) {
    return new ProblemException(
        ErrorCode.PRECONDITION_FAILED,
        "expected that " + digest + " was not stored yet, found it; it is safe to refer to it");
  }

  /** With the media type that the caller gave: the stored one may be another fleet's. */
  private static Map<String, Object> described(StoredArtifact stored, String mediaType) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("sha256", stored.sha256());
    members.put("size", stored.size());
    members.put("mediaType", mediaType);
    return members;
  }

  /** Another fleet's is not looked up, so that its answer takes no longer than that of none. */
  private Optional<StoredArtifact> find(Request request) throws IOException {
    String sha256 = Require.digest("sha256", request.path("sha256"));
    return holdings.has(request.principal(), sha256) ? store.find(sha256) : Optional.empty();
  }

  private static ProblemException none(Request request, String what) {
    return new ProblemException(
        new Rejection(
            ErrorCode.NOT_FOUND,
            "expected a stored " + what + " " + request.path("sha256") + ", found none",
            "sha256"));
  }

  private Response artifact(Request request) throws IOException {
    Optional<StoredArtifact> stored = find(request);
    return get(
        request,
        stored.orElseThrow(() -> expired(request).orElseGet(() -> none(request, "artifact"))),
        ANY_TYPE);
  }

  /**
   * That an artifact is gone because its time is over. Whoever does not know of its use, because
   * that was another fleet's, is told what it is told of one that never was.
   */
  private Optional<ProblemException> expired(Request request) {
    String sha256 = request.path("sha256");
    return (retention.ends()
            ? holdings.lastUse(request.principal(), sha256)
            : Optional.<Instant>empty())
        .flatMap(retention::expired)
        .map(since ->
            new ProblemException(
                new Rejection(
                    ErrorCode.ARTIFACT_EXPIRED,
                    "expected a stored artifact "
                        + sha256
                        + ", found that it is not kept since "
                        + Times.text(since),
                    "sha256")));
  }

  private Response report(Request request) throws IOException {
    StoredArtifact stored = find(request).orElseThrow(() -> none(request, "report"));
    if (!isObject(stored)) {
      throw none(request, "report");
    }
    return get(request, stored, Response.JSON);
  }

  /** By the bytes: their media type is what the first who sent them said, who may be anybody. */
  private boolean isObject(StoredArtifact stored) throws IOException {
    if (stored.size() > IngestLimits.REPORT_BYTES_MAX) {
      return false;
    }
    try (InputStream in = store.open(stored.sha256())) {
      return Json.tree(in.readAllBytes()) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
          && tree.isObject();
    }
  }

  private Response get(Request request, StoredArtifact stored, String mediaType)
      throws IOException {
    if (Precondition.of(request.header("if-none-match")).meets(stored.sha256())) {
      return dressed(Response.bytes(304, mediaType, new byte[0]), stored);
    }
    boolean sameVersion =
        request.header("if-range").map(tag -> tag.strip().equals(etag(stored))).orElse(true);
    ByteRange.Asked asked =
        sameVersion
            ? ByteRange.of(request.header("range"), stored.size())
            : new ByteRange.Asked.Whole();
    return switch (asked) {
      case ByteRange.Asked.Whole() -> whole(request, stored, mediaType);
      case ByteRange.Asked.Part(ByteRange range) -> part(range, stored, mediaType);
      case ByteRange.Asked.Unsatisfiable() ->
          Response.problem(
                  Rejection.of(
                      ErrorCode.INVALID_RANGE,
                      "expected a range within " + stored.size() + " bytes, found none of it"))
              .header("Content-Range", "bytes */" + stored.size());
    };
  }

  /** Small artifacts are checked before the answer begins, large ones before it ends. */
  private Response whole(Request request, StoredArtifact stored, String mediaType)
      throws IOException {
    if (stored.size() <= IngestLimits.CHECKED_BYTES_MAX && !request.head()) {
      try (InputStream in = store.open(stored.sha256())) {
        return dressed(Response.bytes(200, mediaType, in.readAllBytes()), stored);
      }
    }
    return dressed(
        Response.streamed(
            200,
            mediaType,
            stored.size(),
            out -> {
              try (InputStream in = store.open(stored.sha256())) {
                in.transferTo(out);
              }
            }),
        stored);
  }

  private Response part(ByteRange range, StoredArtifact stored, String mediaType) {
    long last = range.offset() + range.length() - 1;
    return dressed(
            Response.streamed(
                206,
                mediaType,
                range.length(),
                out -> {
                  try (InputStream in =
                      store.open(stored.sha256(), range.offset(), range.length())) {
                    in.transferTo(out);
                  }
                }),
            stored)
        .header("Content-Range", "bytes " + range.offset() + "-" + last + "/" + stored.size());
  }

  /** Artifacts are strangers' bytes: a browser must neither run nor show them as a page. */
  private static Response dressed(Response response, StoredArtifact stored) {
    return response
        .header("ETag", etag(stored))
        .header("Accept-Ranges", "bytes")
        .header("Cache-Control", FOR_EVER)
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .header("Content-Disposition", "attachment; filename=\"" + stored.sha256() + "\"");
  }

  private static String etag(StoredArtifact stored) {
    return "\"" + stored.sha256() + "\"";
  }
}
