package dev.assay.cli.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads lines of bounded length. */
final class Lines implements AutoCloseable {

  private final InputStream in;
  private long number;

  Lines(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /** The next line without its end, or null after the last one. */
  byte @Nullable [] next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    int b = in.read();
    if (b < 0) {
      return null;
    }
    number++;
    while (b >= 0 && b != '\n') {
      line.write(b);
      if (line.size() > ReplayLimits.LINE_BYTES_MAX) {
        throw new IOException(
            "expected lines of at most "
                + ReplayLimits.LINE_BYTES_MAX
                + " bytes, found a longer one at line "
                + number);
      }
      b = in.read();
    }
    return line.toByteArray();
  }

  /** The number of the line that was read last, from 1. */
  long number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
