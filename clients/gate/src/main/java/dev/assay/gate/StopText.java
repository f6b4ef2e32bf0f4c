package dev.assay.gate;

import dev.assay.core.stop.StopVerdict;
import dev.assay.schemas.Require;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** Text for terminals, whoever wrote it. */
final class StopText {

  private StopText() {}

  /** {@code text} on one line without control characters. */
  static String line(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  /** {@code text} in quotation marks, shortened. */
  static String quoted(String text) {
    return Require.quoted(text);
  }

  /** Which file {@code e} is about, by the end of its name, and what to do. */
  static String unreadable(IOException e) {
    String found = "found " + e.getClass().getSimpleName();
    String name = e instanceof FileSystemException named ? named.getFile() : null;
    if (name == null) {
      return found + "; look whether its disk is full or damaged";
    }
    return found + " for " + path(name) + "; let the user who runs this read and write it";
  }

  /** The end of {@code path} as one word. */
  static String path(String path) {
    int from = Math.max(0, path.length() - GateLimits.PATH_CHARS_MAX);
    return (from == 0 ? "" : "…") + StopVerdict.shown(path.substring(from));
  }

  /** What is said of an error that nobody expected. */
  static String broken(Throwable e) {
    return "found " + e.getClass().getSimpleName() + "; report it with the command";
  }
}
