package dev.assay.ingest;

import dev.assay.artifact.ArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.ingest.OtlpPieces.Piece;
import dev.assay.ingest.OtlpRuns.Body;
import dev.assay.ingest.OtlpRuns.Held;
import dev.assay.ingest.OtlpRuns.Owned;
import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.ingest.OtlpSpool.Segment;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands in runs that are over: each becomes an execution with one artifact of role {@code
 * tool-trace}, a line of OTLP JSON for each body, which holds the run's part of it and the digest
 * of what was received.
 */
final class OtlpHandIn {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpHandIn.class);
  private static final String SOURCE = "urn:assay:otlp";

  private final OtlpRuns runs;
  private final ArtifactStore store;
  private final OtlpDocuments documents;
  private final Intake intake;
  private final Holdings holdings;
  private final long artifactBytesMax;

  OtlpHandIn(
      OtlpRuns runs,
      ArtifactStore store,
      OtlpDocuments documents,
      Intake intake,
      Holdings holdings,
      long artifactBytesMax) {
    this.runs = runs;
    this.store = store;
    this.documents = documents;
    this.intake = intake;
    this.holdings = holdings;
    this.artifactBytesMax = artifactBytesMax;
  }

  /** Hands in every run that is over. Called by one thread. */
  void closeDue() throws InterruptedException {
    for (Owned due : runs.due()) {
      try {
        Map<Body, Held> received = runs.bodies(due);
        if (submitted(due, received)) {
          runs.closed(due, received.size());
        }
      } catch (InterruptedIOException e) {
        throw interrupted(e);
      } catch (IOException | RuntimeException | Error e) {
        LOG.atWarn()
            .addKeyValue("work_item", due.key().workItem())
            .setCause(e)
            .log("a run was not handed in; it is tried again");
      }
    }
  }

  private static InterruptedException interrupted(InterruptedIOException cause) {
    InterruptedException e = new InterruptedException("while a run was handed in");
    e.initCause(cause);
    return e;
  }

  /** Whether the run is done with: accepted, or refused for good. */
  private boolean submitted(Owned owned, Map<Body, Held> received)
      throws IOException, InterruptedException {
    try {
      StoredArtifact stored;
      try (InputStream trace = new Trace(owned, received)) {
        stored = store.upload(trace, MediaTypes.ENVELOPES, null, artifactBytesMax);
      }
      ArtifactRef artifact =
          new ArtifactRef(
              ArtifactRole.TOOL_TRACE, stored.sha256(), stored.size(), MediaTypes.ENVELOPES, null);
      String id =
          Json.contentId("otlp-run", List.of(owned.principal(), owned.key(), stored.sha256()));
      ExecutionEvent event =
          event(owned.key(), id, runs.traceparent(owned), List.of(artifact)).by(owned.principal());
      holdings.made(event.data().agent().fleet(), stored.sha256());
      return switch (intake.take(event)) {
        case Acceptance.Accepted _ -> true;
        case Acceptance.Refused(Rejection rejection) -> {
          boolean passing =
              rejection.code().httpStatus() == 429 || rejection.code().httpStatus() == 503;
          LOG.atWarn()
              .addKeyValue("work_item", owned.key().workItem())
              .addKeyValue("code", rejection.code())
              .log(passing ? "a run is handed in again later" : "a run was refused");
          yield !passing;
        }
      };
    } catch (ArtifactException e) {
      if (e.code() != ErrorCode.ARTIFACT_TOO_LARGE && e.code() != ErrorCode.ARTIFACT_MISSING) {
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("work_item", owned.key().workItem())
          .addKeyValue("code", e.code())
          .log("a run was refused");
      return true;
    }
  }

  /** Where the lines of {@code owned} lie that are its part of {@code body}. */
  private List<Segment> segments(Owned owned, Body body, Held held)
      throws IOException, InterruptedException {
    if (held.ready()) {
      return held.segments();
    }
    byte[] bytes;
    try (InputStream in = store.open(body.sha256())) {
      bytes = in.readAllBytes();
    }
    String principal = owned.principal();
    return documents.read(
        principal,
        body.signal(),
        body.protobuf(),
        bytes,
        (_, pieces) -> {
          OtlpLines lines = runs.fresh();
          boolean kept = false;
          try {
            pieces.each(piece -> again(owned, body, piece, lines));
            List<Segment> own = lines.held(owned.key()).segments();
            runs.readAgain(principal, body, lines);
            kept = true;
            return own;
          } finally {
            if (!kept) {
              lines.release();
            }
          }
        });
  }

  private void again(Owned owned, Body body, Piece piece, OtlpLines lines) throws IOException {
    OtlpSplit split = OtlpSplit.of(body.signal(), piece, body.fleetOtherwise());
    for (RunKey key : split.parts().keySet()) {
      if (key.equals(owned.key())) {
        lines.addAnyway(key, split.line(key, body.sha256()));
      } else if (runs.waits(owned.principal(), key, body)) {
        lines.add(key, split.line(key, body.sha256()), split.root(key));
      }
    }
  }

  /** The lines of a run, one of them in memory at a time. */
  private final class Trace extends InputStream {

    private final Owned owned;
    private final Iterator<Map.Entry<Body, Held>> rest;
    private Iterator<Segment> segments = Collections.emptyIterator();
    private @Nullable Body body;
    private byte[] line = new byte[0];
    private int position;

    private Trace(Owned owned, Map<Body, Held> received) {
      this.owned = owned;
      this.rest = received.entrySet().iterator();
    }

    private boolean ready() throws IOException {
      while (position == line.length) {
        if (segments.hasNext()) {
          line = line(segments.next());
          position = 0;
        } else if (rest.hasNext()) {
          Map.Entry<Body, Held> next = rest.next();
          body = next.getKey();
          try {
            segments = segments(owned, next.getKey(), next.getValue()).iterator();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException().initCause(e);
          }
        } else {
          return false;
        }
      }
      return true;
    }

    private byte[] line(Segment segment) throws IOException {
      try {
        return runs.line(segment);
      } catch (IOException e) {
        if (body != null) {
          runs.lost(owned, body);
        }
        throw e;
      }
    }

    @Override
    public int read() throws IOException {
      return ready() ? line[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (!ready()) {
        return -1;
      }
      int count = Math.min(length, line.length - position);
      System.arraycopy(line, position, into, offset, count);
      position += count;
      return count;
    }
  }

  /** The execution of a run. */
  static ExecutionEvent event(
      RunKey key, String id, @Nullable String traceparent, List<ArtifactRef> artifacts) {
    return new ExecutionEvent(
        SOURCE,
        id,
        null,
        traceparent,
        new ExecutionData(
            key.workItem(),
            key.run(),
            key.attempt(),
            OtlpSplit.agent(key),
            null,
            List.of(),
            artifacts,
            List.of(),
            List.of(),
            key.groundTruth(),
            null,
            null,
            List.of()));
  }
}
