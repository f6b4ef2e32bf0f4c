package dev.assay.ingest;

import dev.assay.ingest.OtlpJournal.Line;
import dev.assay.ingest.OtlpRuns.Body;
import dev.assay.ingest.OtlpRuns.Bounds;
import dev.assay.ingest.OtlpRuns.Held;
import dev.assay.ingest.OtlpRuns.Owned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run that is open: its bodies and what makes it due. */
final class OtlpRun {
  final Map<Body, Held> bodies = new LinkedHashMap<>();
  long bytes;
  long lastNanos;
  OtlpRoot root = OtlpRoot.UNKNOWN;
  boolean ending;

  /** What a principal has open. */
  static final class Share {
    int runs;
    int bodies;
  }

  /** What the journal of {@code owned}, this run, has to say. */
  List<Line> lines(Owned owned) {
    List<Line> lines = new ArrayList<>();
    bodies.forEach((body, held) ->
        lines.add(new Line.Taken(owned.principal(), owned.key(), body, root, held.bytes())));
    if (ending) {
      lines.add(new Line.Ending(owned.principal(), owned.key()));
    }
    return lines;
  }

  boolean full(Bounds bounds) {
    return bodies.size() >= IngestLimits.OTLP_BODIES_MAX || bytes >= bounds.runBytesMax();
  }
}
