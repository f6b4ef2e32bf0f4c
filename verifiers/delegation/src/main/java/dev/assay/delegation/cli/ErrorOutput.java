package dev.assay.delegation.cli;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Standard error, shared by the delegate, the scripts and the command itself. The command has the
 * last word: after {@link #conclude} nobody else is heard.
 */
final class ErrorOutput {

  private final PrintStream err;
  private boolean lineOpen;
  private boolean concluded;

  ErrorOutput(PrintStream err) {
    this.err = err;
  }

  /** What the delegate writes, as it is. */
  synchronized void pass(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    if (!concluded && copy.length > 0) {
      err.write(copy, 0, copy.length);
      err.flush();
      lineOpen = copy[copy.length - 1] != '\n';
    }
  }

  /** A line of a script or of the command. */
  synchronized void line(String text) {
    if (!concluded) {
      write(text);
    }
  }

  /** Silences everybody. */
  synchronized void silence() {
    concluded = true;
  }

  /** The last line. */
  synchronized void conclude(String text) {
    write(text);
    concluded = true;
  }

  private void write(String text) {
    byte[] bytes = ((lineOpen ? "\n" : "") + text + "\n").getBytes(StandardCharsets.UTF_8);
    err.write(bytes, 0, bytes.length);
    err.flush();
    lineOpen = false;
  }
}
