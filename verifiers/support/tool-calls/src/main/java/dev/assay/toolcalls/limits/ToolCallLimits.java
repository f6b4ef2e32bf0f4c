package dev.assay.toolcalls.limits;

/**
 * The bounds of reading tool calls. What is beyond one of them is refused or told, never left out.
 */
public final class ToolCallLimits {

  /** Bytes of one envelope file. */
  public static final int INPUT_BYTES_MAX = 8_388_608;

  /** Arrays and objects open at the same time in one JSON text. */
  public static final int JSON_DEPTH_MAX = 512;

  /** Values and names of one JSON text: some 20 MB of them. */
  public static final int JSON_NODES_MAX = 300_000;

  /** Messages inside each other in one protobuf text. */
  public static final int PROTOBUF_DEPTH_MAX = 64;

  /** Values and names around the records of an input that is read record by record: some 14 MB. */
  public static final int OUTLINE_HEAD_NODES_MAX = 200_000;

  /** Values and names of one of its records. */
  public static final int OUTLINE_RECORD_NODES_MAX = 100_000;

  /** Distinct calls of one file. */
  public static final int CALLS_MAX = 10_000;

  /** Values of the parameters of all calls of one file. */
  public static final int PARAMS_NODES_MAX = 200_000;

  /** Latest calls without id among which an answer without id finds its own. */
  public static final int OPEN_CALLS_MAX = 64;

  /** Answers, spans and lines of a session that are remembered until the end of the file. */
  public static final int MEMORIES_MAX = 50_000;

  /** Notes that are told one by one; the rest is counted. */
  public static final int NOTES_MAX = 100;

  /** UTF-16 units of a tool's name, an id or a session; what is longer is cut. */
  public static final int NAME_CHARS_MAX = 512;

  private ToolCallLimits() {}
}
