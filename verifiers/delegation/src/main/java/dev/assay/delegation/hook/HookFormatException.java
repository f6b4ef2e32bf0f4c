package dev.assay.delegation.hook;

import java.io.Serial;

/** A hook file that cannot be loaded; the message names it. */
public final class HookFormatException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean script;

  private HookFormatException(String message, boolean script) {
    super(message);
    this.script = script;
  }

  static HookFormatException of(String file, String name, String problem) {
    return new HookFormatException(file + ": hook \"" + name + "\": " + problem, false);
  }

  static HookFormatException ofScript(String file, String name, String problem) {
    return new HookFormatException(file + ": hook \"" + name + "\": " + problem, true);
  }

  /** Whether the file is well-formed and the script in it does not compile. */
  public boolean isScript() {
    return script;
  }
}
