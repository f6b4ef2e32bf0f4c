package dev.assay.workspace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;

/**
 * Checks the central directory of a zip before the library loads it: one place, one length, a
 * bounded number of headers (APPNOTE 4.3.12 and 4.3.16). ZIP64 directories are refused; they exist
 * for more entries or bytes than a workspace may have.
 */
final class ZipDirectory {

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int HEADER_SIGNATURE = 0x02014b50;
  private static final int ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
  private static final int END_BYTES = 22;
  private static final int HEADER_BYTES = 46;
  private static final int ZIP64_LOCATOR_BYTES = 20;
  private static final int COMMENT_BYTES_MAX = 0xffff;

  private ZipDirectory() {}

  static void check(SeekableByteChannel zip, WorkspaceLimits limits)
      throws IOException, RefusedArchiveException {
    long size = zip.size();
    int tailBytes = (int) Math.min(size, END_BYTES + COMMENT_BYTES_MAX + ZIP64_LOCATOR_BYTES);
    ByteBuffer tail = read(zip, size - tailBytes, tailBytes);
    int end = lastEnd(tail);
    if (end >= ZIP64_LOCATOR_BYTES
        && tail.getInt(end - ZIP64_LOCATOR_BYTES) == ZIP64_LOCATOR_SIGNATURE) {
      throw malformed("a ZIP64 directory; send a tar instead");
    }
    long endAt = size - tailBytes + end;
    long directoryBytes = Integer.toUnsignedLong(tail.getInt(end + 12));
    long directoryAt = Integer.toUnsignedLong(tail.getInt(end + 16));
    if (directoryAt + directoryBytes != endAt) {
      throw malformed("a directory that is not where the archive says");
    }
    walk(zip, directoryAt, endAt, limits);
  }

  private static void walk(SeekableByteChannel zip, long from, long end, WorkspaceLimits limits)
      throws IOException, RefusedArchiveException {
    long at = from;
    int entries = 0;
    while (at < end) {
      if (end - at < HEADER_BYTES) {
        throw malformed("a directory that is cut short");
      }
      ByteBuffer header = read(zip, at, HEADER_BYTES);
      if (header.getInt(0) != HEADER_SIGNATURE) {
        throw malformed("a directory with something else in it");
      }
      if (++entries > limits.entriesMax()) {
        throw new RefusedArchiveException(
            Refusal.TOO_MANY_ENTRIES,
            "expected at most " + limits.entriesMax() + " entries, found more");
      }
      at +=
          HEADER_BYTES
              + Short.toUnsignedInt(header.getShort(28))
              + Short.toUnsignedInt(header.getShort(30))
              + Short.toUnsignedInt(header.getShort(32));
    }
    if (at != end) {
      throw malformed("a directory that overruns its end");
    }
  }

  private static int lastEnd(ByteBuffer tail) throws RefusedArchiveException {
    for (int at = tail.limit() - END_BYTES; at >= 0; at--) {
      if (tail.getInt(at) == END_SIGNATURE) {
        int comment = Short.toUnsignedInt(tail.getShort(at + 20));
        if (at + END_BYTES + comment == tail.limit()) {
          return at;
        }
        throw malformed("bytes after its end");
      }
    }
    throw malformed("no directory");
  }

  private static ByteBuffer read(SeekableByteChannel zip, long at, int bytes)
      throws IOException, RefusedArchiveException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    zip.position(at);
    while (buffer.hasRemaining()) {
      if (zip.read(buffer) < 0) {
        throw malformed("a file that ends early");
      }
    }
    return buffer.flip();
  }

  private static RefusedArchiveException malformed(String found) {
    return new RefusedArchiveException(
        Refusal.MALFORMED, "expected a plain zip archive, found " + found);
  }
}
