package dev.assay.ingest;

import dev.assay.ingest.OtlpRuns.Body;
import dev.assay.ingest.OtlpRuns.Bounds;
import dev.assay.ingest.OtlpRuns.Held;
import java.util.LinkedHashMap;
import java.util.Map;

/** A run that is open: its bodies and what makes it due. */
final class OtlpRun {
  final Map<Body, Held> bodies = new LinkedHashMap<>();
  long bytes;
  long lastNanos;
  OtlpRoot root = OtlpRoot.UNKNOWN;
  boolean ending;

  boolean full(Bounds bounds) {
    return bodies.size() >= IngestLimits.OTLP_BODIES_MAX || bytes >= bounds.runBytesMax();
  }
}
