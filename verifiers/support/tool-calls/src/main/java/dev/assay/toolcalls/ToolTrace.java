package dev.assay.toolcalls;

import java.util.List;

/**
 * What an envelope file holds.
 *
 * @param formats the formats that were met, in that order
 * @param calls distinct calls in order of first appearance
 * @param notes what could not be told, in order; at most {@code ToolCallLimits.NOTES_MAX}
 * @param notesLeftOut further notes
 */
public record ToolTrace(
    List<Format> formats, List<ToolCall> calls, List<Note> notes, int notesLeftOut) {

  public ToolTrace {
    formats = List.copyOf(formats);
    calls = List.copyOf(calls);
    notes = List.copyOf(notes);
  }

  /**
   * Something that a reader of the calls must know.
   *
   * @param pointer as in {@link ToolCall.Source}; empty for the file as a whole
   * @param detail one sentence, which quotes nothing of the file
   */
  public record Note(Code code, String pointer, String detail) {}

  /**
   * Whether something of the calls is not known, so that nothing can be concluded from all of them.
   */
  public boolean isIncomplete() {
    return notesLeftOut > 0 || notes.stream().anyMatch(note -> note.code().hides());
  }

  /** Kinds of notes. */
  public enum Code {
    /** One id, two calls. */
    CALL_ID_CONFLICT(true),
    /** A call without arguments, or without the name of its tool. */
    PARAMS_ABSENT(true),
    /** A call whose arguments were cut. */
    PARAMS_TRUNCATED(true),
    /** A call whose arguments are no JSON object, or have a number beyond 64 bits. */
    PARAMS_UNPARSABLE(true),
    /** A line or document that is no JSON. */
    ENVELOPE_DAMAGED(true),
    /** A JSON document of no known format. */
    ENVELOPE_UNKNOWN(true),
    /** More than is read. */
    ENVELOPE_TOO_LARGE(true),
    /** A call on a branch of the session that was left; it did run. */
    BRANCH_ABANDONED(false);

    private final boolean hides;

    Code(boolean hides) {
      this.hides = hides;
    }

    /** Whether a claim may be hidden by it. */
    public boolean hides() {
      return hides;
    }
  }
}
