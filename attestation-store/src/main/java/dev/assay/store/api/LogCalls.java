package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.assay.core.export.SigstoreTrustedRoot;
import dev.assay.core.log.NoteKey;
import dev.assay.http.AcceptedTypes;
import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.store.AttestationStore;
import dev.assay.store.PublishedKey;
import dev.assay.store.index.IndexReads.Kept;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The log: keys and checkpoint for everybody, tiles (C2SP tlog-tiles) where it is public. */
final class LogCalls {

  private static final String JSON = "application/json";
  private static final List<String> KEYS = List.of(JSON, SigstoreTrustedRoot.MEDIA_TYPE);
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String BYTES = "application/octet-stream";

  private final AttestationStore store;
  private final Permission tiles;

  LogCalls(AttestationStore store, Permission tiles) {
    this.store = store;
    this.tiles = tiles;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/keys", Permission.ANYBODY, this::keys),
        Route.get("/checkpoint", Permission.ANYBODY, _ -> checkpoint()),
        Route.get("/tile/{path...}", tiles, this::tile),
        Route.get("/v1/log", Permission.INSPECT, this::logged).queryParameters("from", "limit"));
  }

  /** The keys, or the log's alone as a Sigstore trusted root when that is wanted more. */
  private Response keys(Request request) {
    String wanted =
        AcceptedTypes.of(request.header("accept")).ranked(KEYS).stream().findFirst().orElse(JSON);
    Optional<byte[]> root =
        wanted.equals(SigstoreTrustedRoot.MEDIA_TYPE) ? trustedRoot() : Optional.empty();
    Response response =
        root.map(document -> Response.bytes(200, SigstoreTrustedRoot.VERSIONED_TYPE, document))
            .orElseGet(this::keys);
    return response.header("Vary", "Accept").header("Cache-Control", "no-cache");
  }

  private Optional<byte[]> trustedRoot() {
    for (PublishedKey key : store.keys()) {
      String vkey = key.vkey();
      if (vkey != null) {
        return Optional.of(SigstoreTrustedRoot.of(NoteKey.parse(vkey), key.notBefore()));
      }
    }
    return Optional.empty();
  }

  private Response keys() {
    return Response.json(200, Map.of("keys", store.keys().stream().map(LogCalls::key).toList()));
  }

  private static Map<String, Object> key(PublishedKey key) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("keyid", key.keyId());
    members.put("use", key.use().text());
    members.put("algorithm", key.algorithm());
    members.put("spki", key.spki());
    String vkey = key.vkey();
    if (vkey != null) {
      members.put("vkey", vkey);
    }
    members.put("notBefore", Times.text(key.notBefore()));
    Instant notAfter = key.notAfter();
    if (notAfter != null) {
      members.put("notAfter", Times.text(notAfter));
    }
    return members;
  }

  private Response checkpoint() {
    return Response.text(200, TEXT, store.cosigned().served()).header("Cache-Control", "no-cache");
  }

  /** What the index has for the entries from a position on; gaps are left out. */
  private Response logged(Request request) {
    ListParameters given = new ListParameters(request.query());
    List<Map<String, Object>> items =
        store.logged(given.position(), given.limit(ReadLimits.LOGGED_MAX)).stream()
            .map(LogCalls::kept)
            .toList();
    return Response.json(200, Map.of("items", items)).header("Cache-Control", "no-store");
  }

  private static Map<String, Object> kept(Kept kept) {
    Map<String, Object> members = JsonViews.attestation(kept.listing());
    byte[] envelope = kept.envelope().getBytes(StandardCharsets.UTF_8);
    members.put(
        "envelope",
        Json.tree(envelope) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
            ? tree
            : NullNode.getInstance());
    return members;
  }

  private Response tile(Request request) {
    String path = "tile/" + request.path("path");
    byte[] tile =
        store
            .tile(path)
            .orElseThrow(() ->
                new ProblemException(
                    ErrorCode.NOT_FOUND,
                    "expected a tile of the published tree, found "
                        + Require.quoted(path)
                        + "; see /checkpoint for its size"));
    return Response.bytes(200, BYTES, tile)
        .header(
            "Cache-Control",
            (tiles == Permission.ANYBODY ? "public" : "private") + ", max-age=31536000, immutable");
  }
}
