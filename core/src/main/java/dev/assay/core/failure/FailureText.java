package dev.assay.core.failure;

import org.jspecify.annotations.Nullable;

/**
 * What a report tells about one failure; all of it untrusted.
 *
 * @param test the failing test's name; used only when no own frame of the failure names a function
 * @param type the declared exception type, or null
 * @param message the declared message, or null
 * @param trace the stack trace or output, or null
 * @param placed whether {@code test} names a place in the tests rather than the run as a whole
 */
public record FailureText(
    String test,
    @Nullable String type,
    @Nullable String message,
    @Nullable String trace,
    boolean placed) {

  /** The failure of a test. */
  public FailureText(
      String test, @Nullable String type, @Nullable String message, @Nullable String trace) {
    this(test, type, message, trace, true);
  }

  /** A failure of the whole run, of which only the message tells anything. */
  public static FailureText ofRun(String name, String message) {
    return new FailureText(name, null, message, null, false);
  }
}
