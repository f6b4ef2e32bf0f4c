package dev.assay.workspace;

import dev.assay.workspace.EntryName.ArchiveText;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.Extraction.RefusedArchiveException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a tar from its beginning to its end, holding one header at a time. Whatever an entry says
 * about itself is held against a bound before it is read: a long name, a pax header and their
 * number cost no more memory than {@link WorkspaceLimits} says.
 */
final class TarReader {

  private static final int OWNER_EXECUTE = 0100;

  /** What an entry is; everything else is {@code OTHER}. */
  enum Kind {
    FILE,
    DIRECTORY,
    SYMBOLIC_LINK,
    HARD_LINK,
    OTHER
  }

  /** An entry; its content is to be read before the next one is asked for. */
  record Entry(Kind kind, String name, String link, boolean executable) {}

  private final InputStream in;
  private final WorkspaceLimits limits;
  private final byte[] block = new byte[TarHeader.BYTES];
  private final Content content = new Content();
  private long headerBytes;
  private long left;
  private long padding;

  TarReader(InputStream in, WorkspaceLimits limits) {
    this.in = in;
    this.limits = limits;
  }

  /** The next entry, or null at the archive's end. */
  @Nullable Entry next() throws IOException, RefusedArchiveException {
    skipContent();
    String longName = null;
    String longLink = null;
    PaxRecords pax = PaxRecords.NONE;
    while (readBlock()) {
      TarHeader header = TarHeader.of(block);
      switch (header.type()) {
        case 'L' -> longName = ArchiveText.of(extension(header));
        case 'K' -> longLink = ArchiveText.of(extension(header));
        case 'x', 'X' -> pax = PaxRecords.of(extension(header));
        case 'g' -> {
          if (!PaxRecords.of(extension(header)).equals(PaxRecords.NONE)) {
            throw new RefusedArchiveException(
                Refusal.UNSUPPORTED_ENTRY,
                "expected every entry to name itself, found a name or size for all of them");
          }
        }
        default -> {
          return entry(header, pax, longName, longLink);
        }
      }
    }
    return null;
  }

  /**
   * Reads what follows the archive's end: zeros that fill up a record. Entries there are seen by
   * some readers and not by others; a compressed archive is checked against its sum on the way.
   */
  void end() throws IOException, RefusedArchiveException {
    for (int read = in.readNBytes(block, 0, block.length);
        read > 0;
        read = in.readNBytes(block, 0, block.length)) {
      count(read);
      if (!isZero(read)) {
        throw RefusedArchiveException.malformed("bytes after its end");
      }
    }
  }

  /** The content of the entry that was read last. */
  InputStream content() {
    return content;
  }

  private Entry entry(
      TarHeader header, PaxRecords pax, @Nullable String longName, @Nullable String longLink)
      throws RefusedArchiveException {
    String name = first(pax.path(), longName);
    if (name == null) {
      name = TarHeader.name(block);
    }
    Kind kind = kind(header.type(), name);
    String link = first(pax.linkPath(), longLink);
    if (link == null) {
      link = kind == Kind.HARD_LINK || kind == Kind.SYMBOLIC_LINK ? TarHeader.link(block) : "";
    }
    left = Objects.requireNonNullElse(pax.size(), header.size());
    padding = -left & (TarHeader.BYTES - 1);
    if (kind != Kind.FILE && left != 0) {
      throw kind == Kind.OTHER
          ? WorkspaceWriter.unsupported()
          : RefusedArchiveException.malformed("a directory or link with content");
    }
    return new Entry(kind, name, link, (header.mode() & OWNER_EXECUTE) != 0);
  }

  private static @Nullable String first(@Nullable String one, @Nullable String other) {
    return one == null ? other : one;
  }

  private static Kind kind(char type, String name) {
    return switch (type) {
      case '0', '\0', '7' -> name.endsWith("/") ? Kind.DIRECTORY : Kind.FILE;
      case '1' -> Kind.HARD_LINK;
      case '2' -> Kind.SYMBOLIC_LINK;
      case '5' -> Kind.DIRECTORY;
      default -> Kind.OTHER;
    };
  }

  /** The bytes of a header that goes on after its block. */
  private byte[] extension(TarHeader header) throws IOException, RefusedArchiveException {
    if (header.size() > WorkspaceLimits.EXTENSION_BYTES_MAX) {
      throw new RefusedArchiveException(
          Refusal.TOO_LARGE,
          "expected at most "
              + WorkspaceLimits.EXTENSION_BYTES_MAX
              + " bytes of a long name or extended header, found "
              + header.size());
    }
    count(header.size());
    byte[] bytes = in.readNBytes((int) header.size());
    if (bytes.length < header.size()) {
      throw new EOFException();
    }
    in.skipNBytes(-header.size() & (TarHeader.BYTES - 1));
    return bytes;
  }

  /** Reads one header block; false at the end, which is a block of zeros. */
  private boolean readBlock() throws IOException, RefusedArchiveException {
    count(TarHeader.BYTES);
    if (in.readNBytes(block, 0, block.length) < block.length) {
      throw new EOFException();
    }
    return !isZero(block.length);
  }

  private boolean isZero(int bytes) {
    for (int i = 0; i < bytes; i++) {
      if (block[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private void count(long bytes) throws RefusedArchiveException {
    headerBytes += bytes;
    if (headerBytes > limits.headerBytesMax()) {
      throw new RefusedArchiveException(
          Refusal.TOO_LARGE,
          "expected at most " + limits.headerBytesMax() + " bytes of headers, found more");
    }
  }

  private void skipContent() throws IOException {
    in.skipNBytes(left + padding);
    left = 0;
    padding = 0;
  }

  /** The bytes of one entry; the archive must have them all. */
  private final class Content extends InputStream {

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int read = in.read(buffer, offset, (int) Math.min(length, left));
      if (read < 0) {
        throw new EOFException();
      }
      left -= read;
      return read;
    }
  }
}
