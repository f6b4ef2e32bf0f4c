package dev.assay.ingest;

import dev.assay.schemas.Limits;
import java.time.Duration;

/**
 * The bounds of ingest.
 *
 * @param artifactBytesMax bytes of one artifact
 * @param eventsRemembered events whose identity and content are kept to tell repeats from conflicts
 * @param artifactsRemembered artifacts known to exist that are not asked for again
 * @param lookupsMax artifact look-ups at once, of all requests together
 * @param publishMillisMax time until the broker must have an event
 * @param eventsPerMinuteMax events of one principal with fleets in a minute
 * @param bytesPerMinuteMax bytes of artifacts of one such principal in a minute
 * @param openWorkItemsMax work items that one such principal may have open
 */
public record IngestLimits(
    long artifactBytesMax,
    int eventsRemembered,
    int artifactsRemembered,
    int lookupsMax,
    long publishMillisMax,
    long eventsPerMinuteMax,
    long bytesPerMinuteMax,
    int openWorkItemsMax) {

  /** For how long an artifact that was found is not looked up again. */
  static final Duration ARTIFACT_KNOWN_MAX = Duration.ofHours(1);

  /** Rest between two passes of the sweep of old artifacts; 16 of them see a small store whole. */
  static final Duration RETENTION_REST = Duration.ofMinutes(1);

  /** Seconds that {@code wait} may ask for. */
  static final int WAIT_SECONDS_MAX = 300;

  /** Dead letters on one page. */
  static final int DEAD_LETTERS_MAX = 1_000;

  /** Dead letters on a page that names no number. */
  static final int DEAD_LETTERS_DEFAULT = 100;

  /** Seconds that an answer to an approval waits for its decision unless {@code wait} says. */
  static final int ANSWER_WAIT_SECONDS = 30;

  /** Bytes of an answer to an approval. */
  static final int ANSWER_BYTES_MAX = 8 * 1024;

  /** Bytes of an OTLP request, before and after decompression (opentelemetry-proto 1.11). */
  static final int OTLP_BYTES_MAX = 64 << 20;

  /** Bytes of OTLP requests that are held until there is room to read them, in steps. */
  static final int OTLP_RECEIVED_BYTES_MAX = 128 << 20;

  /** Bytes by which such a request grows. */
  static final int OTLP_STEP_BYTES = 64 * 1024;

  /** OTLP requests that are read at once: reading is work of a processor, which others need too. */
  static final int OTLP_READERS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  /** How long an OTLP request waits for its turn to be read. */
  static final Duration OTLP_TURN_WAIT = Duration.ofSeconds(10);

  /** Values of one OTLP request. */
  static final int OTLP_NODES_MAX = 1_000_000;

  /** Values of records that are in memory at once, and those of one record more: some 2 MB. */
  static final int OTLP_PIECE_NODES = 20_000;

  /** Bytes of records that are in memory as trees at once, and those of one record more. */
  static final int OTLP_PIECE_BYTES = 1 << 20;

  /** Bytes as JSON that the runs of one OTLP request get; each gets its resources and scopes. */
  static final long OTLP_LINES_BYTES_MAX = 256L << 20;

  /** Runs that are open at once; one principal may have as many as are free for others. */
  static final int OTLP_RUNS_MAX = 20_000;

  /** Requests of one run; with the last of them the run is closed. */
  static final int OTLP_BODIES_MAX = 2_000;

  /** Requests of all open runs together; one principal may have as many as are free. */
  static final int OTLP_BODIES_ALL_MAX = 200_000;

  /** Bytes of a run's records as JSON; with the request that reaches it the run is closed. */
  static final long OTLP_RUN_BYTES_MAX = 64L << 20;

  /** Bytes of the files in which parts of open runs are kept ready. */
  static final long OTLP_SPOOL_BYTES_MAX = 1L << 30;

  /** Bytes of such a file from which another one is begun. */
  static final long OTLP_SPOOL_FILE_BYTES = 16L << 20;

  /** Bytes of a line in the journal of open runs; a longer one is none of ours. */
  static final int OTLP_LINE_BYTES_MAX = 16 * 1024;

  /** Seconds without a record until a run whose root has ended is closed. */
  static final int OTLP_QUIET_SECONDS = 10;

  /** Seconds without a record until any run is closed. */
  static final int OTLP_IDLE_SECONDS = 600;

  /** Principals whose quotas are remembered; one that is forgotten has its whole quota again. */
  static final int PRINCIPALS_REMEMBERED = 10_000;

  /** Questions that are remembered, settled ones too. */
  static final int APPROVALS_REMEMBERED = 10_000;

  /** Bytes up to which an artifact is checked against its digest before the answer begins. */
  static final int CHECKED_BYTES_MAX = 256 * 1024;

  /** Longest report, in bytes; what is longer is none. */
  static final int REPORT_BYTES_MAX = 512 * 1024;

  /** Bytes from which an upload no longer counts among the short requests. */
  static final long LONG_UPLOAD_BYTES = 1 << 20;

  /** The bounds of an ingest that is not told otherwise. */
  public static IngestLimits defaults() {
    return new IngestLimits(
        Limits.ARTIFACT_BYTES_MAX, 250_000, 50_000, 64, 10_000, 60_000, 8L << 30, 10_000);
  }

  /** The bounds that {@code section} sets, for artifacts of at most {@code artifactBytesMax}. */
  static IngestLimits of(IngestSection section, long artifactBytesMax) {
    IngestLimits standard = defaults();
    return new IngestLimits(
        artifactBytesMax,
        section.rememberedEvents(),
        standard.artifactsRemembered(),
        standard.lookupsMax(),
        standard.publishMillisMax(),
        section.eventsPerMinuteMax(),
        section.bytesPerMinuteMax(),
        section.openWorkItemsMax());
  }
}
