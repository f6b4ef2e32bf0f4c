package dev.assay.quick.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Writes texts in UTF-8, whatever encoding a stream has. */
public final class TextOutput {

  private TextOutput() {}

  /** Writes {@code text} as it is, and flushes. */
  public static void print(PrintStream stream, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    stream.write(bytes, 0, bytes.length);
    stream.flush();
  }
}
