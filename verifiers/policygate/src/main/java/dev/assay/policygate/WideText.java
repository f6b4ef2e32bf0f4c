package dev.assay.policygate;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Text without its bytes of zero: of UTF-16 and UTF-32, in either order and with whatever before
 * them, the letters of ASCII stay. Places are not those of the bytes.
 */
final class WideText extends FilterInputStream {

  WideText(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int next = in.read();
    while (next == 0) {
      next = in.read();
    }
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int kept = 0;
    int count = length;
    while (kept == 0 && count > 0) {
      count = in.read(bytes, offset, length);
      for (int i = offset; i < offset + count; i++) {
        if (bytes[i] != 0) {
          bytes[offset + kept++] = bytes[i];
        }
      }
    }
    return kept > 0 ? kept : count;
  }
}
