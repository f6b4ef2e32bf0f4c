package dev.assay.quick.ingest;

/** Why the input gave less than it might have; the constant's name is the code. */
public enum IngestCode {
  /** More bytes than the limit; nothing was read. */
  INGEST_INPUT_TOO_LARGE,
  /** Nothing but white space. */
  INGEST_NO_ACTIONS,
  /** Text, but no tool call in it. */
  INGEST_NO_STRUCTURED_TOOL_ACTIVITY,
  /** More tool calls than the limit; the rest was dropped. */
  INGEST_ACTION_CAP,
  /** One line that is not JSON. */
  MALFORMED_LINE
}
