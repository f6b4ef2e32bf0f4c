package dev.assay.ingest;

import dev.assay.ingest.OtlpRuns.Held;
import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.ingest.OtlpSpool.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the runs of one request get of it: lines that were put into the spool as they were made, or
 * only their length for a run whose lines found no room there. Used by one thread.
 */
final class OtlpLines {

  private final OtlpSpool spool;
  private final Map<RunKey, Part> parts = new LinkedHashMap<>();
  private long bytes;

  /** What one run gets. */
  private static final class Part {
    private final List<Segment> segments = new ArrayList<>();
    private int bytes;
    private boolean left;
    private OtlpRoot root = OtlpRoot.UNKNOWN;
  }

  OtlpLines(OtlpSpool spool) {
    this.spool = spool;
  }

  /**
   * Adds a line of {@code key}.
   *
   * @param root what it tells of the run's root
   * @throws dev.assay.http.ProblemException with PAYLOAD_TOO_LARGE when there is no end of them
   */
  void add(RunKey key, byte[] line, OtlpRoot root) {
    Part part = counted(key, line);
    part.root = part.root.and(root);
    Optional<Segment> kept = part.left ? Optional.empty() : spool.keep(line);
    kept.ifPresent(part.segments::add);
    if (kept.isEmpty()) {
      part.left = true;
      release(part);
    }
  }

  /** Adds a line that is needed at once, whether the spool is full or not. */
  void addAnyway(RunKey key, byte[] line) throws IOException {
    counted(key, line).segments.add(spool.put(line));
  }

  private Part counted(RunKey key, byte[] line) {
    bytes += line.length;
    if (bytes > IngestLimits.OTLP_LINES_BYTES_MAX) {
      throw OtlpSplit.tooLarge();
    }
    Part part = parts.computeIfAbsent(key, _ -> new Part());
    part.bytes += line.length;
    return part;
  }

  /** The runs, in the order in which they were added. */
  Iterable<RunKey> keys() {
    return parts.keySet();
  }

  OtlpRoot root(RunKey key) {
    Part part = parts.get(key);
    return part == null ? OtlpRoot.UNKNOWN : part.root;
  }

  Held held(RunKey key) {
    Part part = parts.get(key);
    return part == null ? new Held(0, List.of()) : new Held(part.bytes, List.copyOf(part.segments));
  }

  /** Bytes of all lines. */
  long bytes() {
    return bytes;
  }

  /** Forgets everything; nobody took it. */
  void release() {
    parts.values().forEach(this::release);
  }

  private void release(Part part) {
    part.segments.forEach(spool::release);
    part.segments.clear();
  }
}
