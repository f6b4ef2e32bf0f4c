package dev.assay.cli;

import java.io.Serial;

/** A command cannot do its work; the message says what was expected, found, and to do next. */
public final class CommandException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String code;

  public CommandException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** The stable code, as errors.md lists it. */
  public String code() {
    return code;
  }
}
