package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.ErrorCode;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Outline;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request of OTLP in pieces, each of which is a request with the same resources and scopes and
 * some of the records, so that the trees of few records are in memory at once. The same bytes give
 * the same pieces.
 */
final class OtlpPieces {

  /** Takes a piece and may fail. */
  @FunctionalInterface
  interface Use {
    void piece(Piece piece) throws IOException, InterruptedException;
  }

  /**
   * Some records of a request.
   *
   * @param sessions the conversation that the first record of a trace to name one names, by trace,
   *     in the whole request
   */
  record Piece(JsonObject request, Supplier<Map<String, String>> sessions) {}

  private final Signal signal;
  private final Outline.Source source;
  private @Nullable Map<String, String> sessions;

  /**
   * The pieces of {@code source}.
   *
   * @throws ProblemException with INVALID_JSON when resources, scopes or records are something else
   *     than arrays of objects, which no run would get
   */
  OtlpPieces(Signal signal, Outline.Source source) {
    this.signal = signal;
    this.source = source;
    requireShape(source.root(), 0);
  }

  private void requireShape(Outline object, int level) {
    String member = signal.path().get(level);
    if (object.head().get(member) != null) {
      throw new ProblemException(
          ErrorCode.INVALID_JSON,
          "expected " + member + " as an array of objects, found something else");
    }
    object.inner().forEach(inner -> requireShape(inner, level + 1));
  }

  /** Gives {@code use} all pieces, none for a request without records. */
  void each(Use use) throws IOException, InterruptedException {
    Cut cut = new Cut(use);
    int nodes = 0;
    for (Outline resource : source.root().inner()) {
      for (Outline scope : resource.inner()) {
        for (int i = 0; i < scope.records(); i++) {
          JsonObject record = record(scope, i);
          int recordNodes = source.recordNodes();
          nodes += recordNodes;
          if (nodes > IngestLimits.OTLP_NODES_MAX) {
            throw OtlpDocuments.undecodable("records");
          }
          cut.add(resource, scope, record, recordNodes, scope.to(i) - scope.from(i));
        }
      }
    }
    cut.end();
  }

  private JsonObject record(Outline scope, int index) {
    try {
      return source.record(scope.from(index), scope.to(index));
    } catch (IOException e) {
      throw OtlpDocuments.undecodable("records of the signal");
    }
  }

  /** A virtual thread that does not wait gives its carrier to the calls of others only here. */
  @SuppressWarnings("ThreadPriorityCheck")
  static void letOthersRun() {
    Thread.yield();
  }

  private Map<String, String> sessions() {
    Map<String, String> known = sessions;
    if (known == null) {
      known = new HashMap<>();
      for (Outline resource : source.root().inner()) {
        for (Outline scope : resource.inner()) {
          for (int i = 0; i < scope.records(); i++) {
            OtlpSplit.session(record(scope, i), known);
          }
          letOthersRun();
        }
      }
      sessions = known;
    }
    return known;
  }

  /** A piece that grows. */
  private final class Cut {

    private final Use use;
    private JsonArray.Builder resources = JsonArray.builder();
    private JsonArray.Builder scopes = JsonArray.builder();
    private JsonArray.Builder records = JsonArray.builder();
    private @Nullable Outline resource;
    private @Nullable Outline scope;
    private boolean whole = true;
    private int nodes;
    private int bytes;

    private Cut(Use use) {
      this.use = use;
    }

    private void add(
        Outline inResource, Outline inScope, JsonObject record, int recordNodes, int recordBytes)
        throws IOException, InterruptedException {
      if (nodes >= IngestLimits.OTLP_PIECE_NODES || bytes >= IngestLimits.OTLP_PIECE_BYTES) {
        whole = false;
        give();
        letOthersRun();
      }
      if (!inScope.equals(scope)) {
        endScope();
      }
      if (!inResource.equals(resource)) {
        endResource();
      }
      resource = inResource;
      scope = inScope;
      records.add(record);
      nodes += 1 + recordNodes;
      bytes += recordBytes;
    }

    private void endScope() {
      if (scope != null) {
        scopes.add(scope.head().with(signal.records(), records.build()));
        records = JsonArray.builder();
        scope = null;
      }
    }

    private void endResource() {
      endScope();
      if (resource != null) {
        resources.add(resource.head().with(signal.scopes(), scopes.build()));
        scopes = JsonArray.builder();
        resource = null;
      }
    }

    private void end() throws IOException, InterruptedException {
      if (resource != null) {
        give();
      }
    }

    private void give() throws IOException, InterruptedException {
      endResource();
      JsonObject request = JsonObject.builder().put(signal.resources(), resources.build()).build();
      resources = JsonArray.builder();
      nodes = 0;
      bytes = 0;
      use.piece(
          new Piece(
              request,
              whole ? () -> OtlpSplit.sessions(signal, request) : OtlpPieces.this::sessions));
    }
  }
}
