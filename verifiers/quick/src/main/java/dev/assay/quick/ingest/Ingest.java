package dev.assay.quick.ingest;

import dev.assay.toolcalls.Format;
import dev.assay.toolcalls.json.Scalar;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the input holds.
 *
 * @param actions distinct actions in order of first appearance
 * @param extracted actions before dedupe
 * @param reasonCodes ingest codes in the order of the specification
 * @param malformedLines lines of the log that are no JSON after salvage
 * @param droppedKeys action keys of dropped duplicates
 * @param envelopes what the envelopes told beside the actions; null when a log was read
 */
public record Ingest(
    List<Action> actions,
    int extracted,
    List<IngestCode> reasonCodes,
    int malformedLines,
    List<String> droppedKeys,
    @Nullable Envelopes envelopes) {

  /** What a log holds. */
  Ingest(
      List<Action> actions,
      int extracted,
      List<IngestCode> reasonCodes,
      int malformedLines,
      List<String> droppedKeys) {
    this(actions, extracted, reasonCodes, malformedLines, droppedKeys, null);
  }

  /** The input was not read, because it is larger than the limit. */
  public static Ingest tooLarge() {
    return new Ingest(List.of(), 0, List.of(IngestCode.INGEST_INPUT_TOO_LARGE), 0, List.of());
  }

  /** Whether the input exceeded the byte limit. */
  public boolean isTooLarge() {
    return reasonCodes.contains(IngestCode.INGEST_INPUT_TOO_LARGE);
  }

  /** Whether some calls of the input are not known, so that not all of them were checked. */
  public boolean isIncomplete() {
    return reasonCodes.contains(IngestCode.INGEST_ACTION_CAP)
        || envelopes != null && envelopes.incomplete();
  }

  /**
   * What envelopes told beside the actions.
   *
   * @param formats the formats met, by the names of {@link Format#wire}
   * @param calls distinct calls, those that became no action included
   * @param limitations what was not checked and why, in sentences
   * @param incomplete whether some call is not known
   */
  public record Envelopes(
      List<String> formats, int calls, List<String> limitations, boolean incomplete) {}

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
    MALFORMED_LINE,
    /** One id, two calls. */
    CALL_ID_CONFLICT,
    /** A call without arguments. */
    PARAMS_ABSENT,
    /** A call whose arguments were cut. */
    PARAMS_TRUNCATED,
    /** A call whose arguments are no JSON object, or have a number beyond 64 bits. */
    PARAMS_UNPARSABLE,
    /** A line of an envelope file that is no JSON. */
    ENVELOPE_DAMAGED,
    /** A document of no known format. */
    ENVELOPE_UNKNOWN,
    /** More calls, answers or lines than are read. */
    ENVELOPE_TOO_LARGE
  }

  /**
   * One distinct tool call.
   *
   * @param index position among the distinct actions of the run
   * @param params where the parameter bag can be read as the log holds it
   * @param flat scalars of the bag by path, in UTF-16 order of the paths
   * @param digest stable text of {@code flat}
   */
  public record Action(
      int index, String toolName, ParamBag params, SortedMap<String, Scalar> flat, String digest) {}

  /** The input asks for more memory than one run may use. */
  public static final class IngestLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    IngestLimitException(String message) {
      super(message);
    }
  }
}
