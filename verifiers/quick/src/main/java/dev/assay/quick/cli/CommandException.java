package dev.assay.quick.cli;

import org.jspecify.annotations.Nullable;

/** A command cannot go on: the code and the message of its envelope. */
public final class CommandException extends Exception {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** With a message that says what was expected, what was found and what to do. */
  public CommandException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /** With a cause. */
  public CommandException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The code of the envelope. */
  public ErrorCode code() {
    return code;
  }
}
