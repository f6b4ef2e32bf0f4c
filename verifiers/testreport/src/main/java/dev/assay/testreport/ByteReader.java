package dev.assay.testreport;

import java.io.IOException;
import java.io.Reader;

/**
 * Feeds a JSON parser one character per byte, so that the parser's places are bytes; {@link
 * XmlText#decode} makes text of what it reads. It notes bytes that are not UTF-8.
 */
final class ByteReader extends Reader {

  private final CountedInput source;
  private final byte[] bytes = new byte[16 * 1024];
  private final Utf8Check utf8 = new Utf8Check();
  private boolean first = true;
  private boolean ended;

  ByteReader(CountedInput source) {
    this.source = source;
  }

  /** Whether the bytes read so far break UTF-8. */
  boolean badUtf8() {
    return utf8.broken();
  }

  /** Whether the last byte was read. */
  boolean ended() {
    return ended;
  }

  @Override
  public int read(char[] target, int start, int length) throws IOException {
    int count = source.read(bytes, 0, Math.min(length, bytes.length));
    ended |= count < 0;
    for (int i = 0; i < count; i++) {
      int b = bytes[i] & 0xff;
      utf8.next(b);
      target[start + i] = b < 0x80 ? (char) b : XmlText.standIn(b);
    }
    if (first && count >= 3 && (bytes[0] & 0xff) == 0xef && (bytes[1] & 0xff) == 0xbb) {
      target[start] = ' ';
      target[start + 1] = ' ';
      target[start + 2] = ' ';
    }
    first = false;
    return count;
  }

  @Override
  public void close() {
    // The caller of the verifier owns the bytes.
  }

  /** Notes, byte by byte, whether a text breaks the structure of UTF-8. */
  static final class Utf8Check {

    private int continuation;
    private boolean broken;

    void next(int b) {
      if (b < 0x80) {
        broken |= continuation > 0;
        continuation = 0;
      } else if (b < 0xc0) {
        broken |= continuation == 0;
        continuation = Math.max(0, continuation - 1);
      } else {
        broken |= continuation > 0 || b < 0xc2 || b > 0xf4;
        continuation = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
      }
    }

    boolean broken() {
      return broken;
    }
  }
}
