package dev.assay.workspace;

import dev.assay.workspace.EntryName.ArchiveText;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.Extraction.RefusedArchiveException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a zip by its central directory, holding one header at a time: one directory in one place,
 * of one length (APPNOTE 4.3.12 and 4.3.16). ZIP64 is refused; it exists for more entries or bytes
 * than a workspace may have.
 */
final class ZipReader {

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int HEADER_SIGNATURE = 0x02014b50;
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
  private static final int END_BYTES = 22;
  private static final int HEADER_BYTES = 46;
  private static final int LOCAL_BYTES = 30;
  private static final int ZIP64_LOCATOR_BYTES = 20;
  private static final int COMMENT_BYTES_MAX = 0xffff;
  private static final int UNIX = 3;

  /** Encrypted, patched, encrypted strongly, with its headers hidden. */
  private static final int UNREADABLE = 1 | 1 << 5 | 1 << 6 | 1 << 13;

  private static final int DIRECTORY = 0040000;
  private static final int KIND = 0170000;
  private static final int LINK = 0120000;
  private static final int PLAIN = 0100000;
  private static final int OWNER_EXECUTE = 0100;
  private static final long ZIP64_SIZE = 0xffffffffL;

  /**
   * An entry as the central directory tells it.
   *
   * @param mode POSIX mode with the kind of file, 0 when the archive has none
   * @param at where its local header begins
   * @param packedBytes bytes in the archive
   * @param bytes once unpacked
   */
  record Entry(String name, int mode, int method, long at, long packedBytes, long bytes, long crc) {

    boolean isDirectory() {
      return name.endsWith("/") && ((mode & KIND) == 0 || (mode & KIND) == DIRECTORY);
    }

    boolean isLink() {
      return (mode & KIND) == LINK;
    }

    boolean isFile() {
      return !name.endsWith("/") && ((mode & KIND) == 0 || (mode & KIND) == PLAIN);
    }

    boolean isExecutable() {
      return (mode & OWNER_EXECUTE) != 0;
    }
  }

  private final SeekableByteChannel zip;
  private final WorkspaceLimits limits;
  private final long directoryAt;
  private final long directoryEnd;
  private final int entries;
  private int entriesRead;
  private long next;

  /** Finds the directory of {@code zip}. */
  ZipReader(SeekableByteChannel zip, WorkspaceLimits limits)
      throws IOException, RefusedArchiveException {
    this.zip = zip;
    this.limits = limits;
    long size = zip.size();
    int tailBytes = (int) Math.min(size, END_BYTES + COMMENT_BYTES_MAX + ZIP64_LOCATOR_BYTES);
    ByteBuffer tail = read(size - tailBytes, tailBytes);
    int end = lastEnd(tail);
    if (end >= ZIP64_LOCATOR_BYTES
        && tail.getInt(end - ZIP64_LOCATOR_BYTES) == ZIP64_LOCATOR_SIGNATURE) {
      throw zip64();
    }
    if (tail.getInt(end + 4) != 0 || tail.getShort(end + 8) != tail.getShort(end + 10)) {
      throw malformed("one of several parts");
    }
    this.entries = Short.toUnsignedInt(tail.getShort(end + 10));
    this.directoryEnd = size - tailBytes + end;
    this.directoryAt = Integer.toUnsignedLong(tail.getInt(end + 16));
    this.next = directoryAt;
    long directoryBytes = Integer.toUnsignedLong(tail.getInt(end + 12));
    if (directoryAt + directoryBytes != directoryEnd) {
      throw malformed("a directory that is not where the archive says");
    }
    if (directoryBytes > limits.headerBytesMax()) {
      throw new RefusedArchiveException(
          Refusal.TOO_LARGE,
          "expected at most " + limits.headerBytesMax() + " bytes of headers, found more");
    }
  }

  /** The next entry, or null after the last one. */
  @Nullable Entry next() throws IOException, RefusedArchiveException {
    if (next == directoryEnd) {
      if (entriesRead != entries) {
        throw malformed("another number of entries than it says");
      }
      return null;
    }
    entriesRead++;
    ByteBuffer header = header(next, HEADER_BYTES, directoryEnd, HEADER_SIGNATURE);
    int nameBytes = Short.toUnsignedInt(header.getShort(28));
    long end =
        next
            + HEADER_BYTES
            + nameBytes
            + Short.toUnsignedInt(header.getShort(30))
            + Short.toUnsignedInt(header.getShort(32));
    if (end > directoryEnd) {
      throw malformed("a directory that overruns its end");
    }
    checkReadable(header.getShort(8));
    if (nameBytes > limits.nameBytesMax()) {
      throw EntryName.unsafe("a name of " + nameBytes + " bytes");
    }
    String name = ArchiveText.whole(read(next + HEADER_BYTES, nameBytes).array());
    next = end;
    return entry(header, name);
  }

  private static void checkReadable(int flags) throws RefusedArchiveException {
    if ((flags & UNREADABLE) != 0) {
      throw WorkspaceWriter.unsupported();
    }
  }

  private static Entry entry(ByteBuffer header, String name) throws RefusedArchiveException {
    long packedBytes = Integer.toUnsignedLong(header.getInt(20));
    long bytes = Integer.toUnsignedLong(header.getInt(24));
    long at = Integer.toUnsignedLong(header.getInt(42));
    if (packedBytes == ZIP64_SIZE || bytes == ZIP64_SIZE || at == ZIP64_SIZE) {
      throw zip64();
    }
    boolean unix = header.get(5) == UNIX;
    return new Entry(
        name,
        unix ? header.getInt(38) >>> Short.SIZE : 0,
        Short.toUnsignedInt(header.getShort(10)),
        at,
        packedBytes,
        bytes,
        Integer.toUnsignedLong(header.getInt(16)));
  }

  /**
   * The unpacked bytes of {@code entry}, compared with the size and the sum that it states. Its own
   * header must agree: who reads a zip from its front sees the same files.
   */
  InputStream content(Entry entry) throws IOException, RefusedArchiveException {
    ByteBuffer local = header(entry.at(), LOCAL_BYTES, directoryAt, LOCAL_SIGNATURE);
    int nameBytes = Short.toUnsignedInt(local.getShort(26));
    long at = entry.at() + LOCAL_BYTES + nameBytes + Short.toUnsignedInt(local.getShort(28));
    if (at + entry.packedBytes() > directoryAt) {
      throw malformed("an entry that overruns its end");
    }
    checkReadable(local.getShort(6));
    byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
    if (Short.toUnsignedInt(local.getShort(8)) != entry.method()
        || nameBytes != name.length
        || !Arrays.equals(read(entry.at() + LOCAL_BYTES, nameBytes).array(), name)) {
      throw malformed("an entry that its two headers tell differently");
    }
    return ZipContent.of(new Range(at, at + entry.packedBytes()), entry);
  }

  private ByteBuffer header(long at, int bytes, long end, int signature)
      throws IOException, RefusedArchiveException {
    if (end - at < bytes) {
      throw malformed("a header that is cut short");
    }
    ByteBuffer header = read(at, bytes);
    if (header.getInt(0) != signature) {
      throw malformed("something else where a header should be");
    }
    return header;
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

  private ByteBuffer read(long at, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    zip.position(at);
    while (buffer.hasRemaining()) {
      if (zip.read(buffer) < 0) {
        throw new EOFException();
      }
    }
    return buffer.flip();
  }

  private static RefusedArchiveException zip64() {
    return malformed("a ZIP64 one; send a tar instead");
  }

  private static RefusedArchiveException malformed(String found) {
    return RefusedArchiveException.malformed(found);
  }

  /** The bytes of the archive between two places. */
  private final class Range extends InputStream {

    private final long end;
    private long at;

    Range(long at, long end) {
      this.at = at;
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (at == end || length == 0) {
        return at == end ? -1 : 0;
      }
      zip.position(at);
      int read = zip.read(ByteBuffer.wrap(buffer, offset, (int) Math.min(length, end - at)));
      if (read < 0) {
        throw new EOFException();
      }
      at += read;
      return read;
    }
  }
}
