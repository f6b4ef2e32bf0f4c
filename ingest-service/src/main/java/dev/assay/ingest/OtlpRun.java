package dev.assay.ingest;

import dev.assay.ingest.OtlpRuns.Body;
import dev.assay.ingest.OtlpRuns.Bounds;
import dev.assay.ingest.OtlpRuns.Held;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run that is open: its bodies and what makes it due. */
final class OtlpRun {
  final Map<Body, Held> bodies = new LinkedHashMap<>();
  long bytes;
  long lastNanos;
  boolean rootEnded;
  @Nullable String traceparent;
  boolean ending;

  /** A run with what {@code part} says of its root. */
  static OtlpRun of(OtlpSplit.@Nullable Part part) {
    OtlpRun run = new OtlpRun();
    if (part != null) {
      run.ended(part.rootEnded(), part.traceparent());
    }
    return run;
  }

  /** The journal's line of {@code body}. */
  OtlpJournal.Line.Taken taken(OtlpRuns.Owned owned, Body body, int bytes) {
    return new OtlpJournal.Line.Taken(
        owned.principal(), owned.key(), body, rootEnded, traceparent, bytes);
  }

  /** Keeps the trace context of the root, else the first one. */
  void ended(boolean root, @Nullable String context) {
    if (context != null && (traceparent == null || root && !rootEnded)) {
      traceparent = context;
    }
    rootEnded |= root;
  }

  boolean full(Bounds bounds) {
    return bodies.size() >= IngestLimits.OTLP_BODIES_MAX || bytes >= bounds.runBytesMax();
  }
}
