package dev.assay.quick.limits;

import dev.assay.toolcalls.limits.ToolCallLimits;

/**
 * The bounds of Quick Verify. The first group is fixed by the specification (A.5 to A.13), the
 * second bounds what the specification leaves open.
 */
public final class QuickLimits {

  /** Raw input bytes that are read at all; one more is INGEST_INPUT_TOO_LARGE (A.5 L0). */
  public static final int INPUT_BYTES_MAX = 8_388_608;

  /** Actions extracted in one run (A.5). */
  public static final int ACTIONS_MAX = 50;

  /** Depth of a value below its parameter bag (A.7). */
  public static final int FLATTEN_DEPTH_MAX = 6;

  /** Values visited in one parameter bag (A.7). */
  public static final int FLATTEN_NODES_MAX = 500;

  /** Units in one run (A.9.8). */
  public static final int UNITS_MAX = 20;

  /** Workflow id, in code points. */
  public static final int WORKFLOW_ID_CODE_POINTS_MAX = 512;

  /** Rows read to tell one row from several (A.12). */
  public static final int ROW_PROBE_ROWS = 2;

  /** Values and names of one JSON text that a command reads: none of A.5 has more. */
  public static final int COMMAND_NODES_MAX = INPUT_BYTES_MAX;

  /** Values and names of one JSON text of a trace in the pipeline, where many are read at once. */
  public static final int TRACE_NODES_MAX = ToolCallLimits.JSON_NODES_MAX;

  /** UTF-16 units of one single-line text in reports and envelopes. */
  public static final int LINE_CHARS_MAX = 2_048;

  /** UTF-16 units of one claim. */
  public static final int CLAIM_CHARS_MAX = 160;

  /** UTF-16 units of the hint that goes with a missing input. */
  public static final int HINT_CHARS_MAX = 400;

  /** Claims listed per side. */
  public static final int CLAIMS_MAX = 24;

  /** Notes on envelopes that a report repeats. */
  public static final int LIMITATIONS_MAX = 32;

  /** Path characters of all actions of one run: twice what the input can hold. */
  public static final int FLAT_CHARS_MAX = 2 * INPUT_BYTES_MAX;

  /** Milliseconds until a PostgreSQL connection counts as refused. */
  public static final int CONNECT_TIMEOUT_MILLIS = 60_000;

  /** Bytes that a PostgreSQL server may answer a statement with, and a row of SQLite may have. */
  public static final int RESULT_BYTES_MAX = 64 << 20;

  /** Milliseconds one statement may run for a person who waits. */
  public static final int STATEMENT_TIMEOUT_MILLIS = 30_000;

  /** Milliseconds one statement may run in the pipeline. */
  public static final int SERVICE_STATEMENT_TIMEOUT_MILLIS = 1_500;

  /** Open connections per ground truth. */
  public static final int SESSIONS_MAX = 4;

  /** Milliseconds a read waits for another process's write lock. */
  public static final int LOCK_TIMEOUT_MILLIS = 5_000;

  /** Prepared statements kept open per connection. */
  public static final int STATEMENTS_CACHED_MAX = 128;

  private QuickLimits() {}
}
