package dev.assay.artifact;

import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.Resources;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Small documents at the end of files: a file for each document costs many times as much as an
 * append. A document is in the pack {@code derived/ab.pack}, named by the first digits of its
 * digest, or where that had reached {@link ArtifactLimits#PACK_BYTES_MAX}, in {@code abc.pack}, and
 * so on, so that few documents take few files and no file takes long to read.
 *
 * <p>A record is {@link #PLAIN} or {@link #PACKED} (4 bytes), the length of the media type (2) and
 * of the content (4), the document's SHA-256 (32), media type, content, and the first {@value
 * #TRAILER_BYTES} bytes of the SHA-256 again; numbers are big-endian. The content is the document,
 * or where that is shorter its Zstandard frame with {@code derived-1.dictionary}: documents of each
 * kind without their digests. A dictionary never changes; a better one is another kind of record.
 * Those of earlier versions may be {@link #DEFLATED}.
 *
 * <p>A record is one write to a file opened for appending, so that threads and processes may write
 * at the same time. The trailer tells a whole record from what a dying process or a full disk left
 * of one, which is stepped over. Nothing is taken for a document whose bytes have another digest.
 * Documents are found by reading their files from the beginning, so that nothing has to be kept in
 * memory.
 */
final class DerivedPacks {

  /** How a record begins; it is not UTF-8, so no document in JSON contains it. */
  static final int PLAIN = 0xA55A_DC01;

  /** How a record begins whose content is a {@link DeflatedDocument}. */
  static final int DEFLATED = 0xA55A_DC02;

  /** How a record begins whose content is a frame of {@link ZstdDictionary}. */
  static final int PACKED = 0xA55A_DC03;

  /** What documents say, but for their digests. */
  static final byte[] DICTIONARY = Resources.bytes(DerivedPacks.class, "derived-1.dictionary");

  private static final int LEVEL = 3;
  private static final ZstdDictionary FRAMES = new ZstdDictionary(DICTIONARY, LEVEL);

  /** The directory of the packs in that of the store. */
  static final String ROOT = "derived";

  /**
   * Digits in the names of the first packs; those of the next, of which there are more, have one
   * more.
   */
  private static final int DIGITS_MIN = 2;

  /** Digits in the names of the last packs, which have no bound. */
  private static final int DIGITS_MAX = 5;

  private static final int DIGEST_BYTES = 32;
  private static final int TYPE_LENGTH_AT = Integer.BYTES;
  private static final int LENGTH_AT = TYPE_LENGTH_AT + Short.BYTES;
  private static final int DIGEST_AT = LENGTH_AT + Integer.BYTES;
  private static final int HEADER_BYTES = DIGEST_AT + DIGEST_BYTES;
  private static final int TRAILER_BYTES = Long.BYTES;
  private static final FileAttribute<Set<PosixFilePermission>> PERMISSIONS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"));
  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final Path directory;
  private final FileAttribute<?>[] attributes;

  /** The packs of the store in {@code root}. */
  DerivedPacks(Path root) {
    this.directory = root.resolve(ROOT);
    this.attributes = TempFile.permitted(root, PERMISSIONS);
  }

  /** A document as its pack has it; a damaged one has bytes of another digest. */
  static final class Packed {

    private final String mediaType;
    private final byte[] bytes;
    private final boolean whole;

    private Packed(String mediaType, byte[] bytes, boolean whole) {
      this.mediaType = mediaType;
      this.bytes = bytes;
      this.whole = whole;
    }

    String mediaType() {
      return mediaType;
    }

    int size() {
      return bytes.length;
    }

    InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }

  /** Whether a document of {@code bytes} bytes belongs into a pack. */
  static boolean takes(long bytes) {
    return bytes <= ArtifactLimits.PACKED_BYTES_MAX;
  }

  /** Makes the directory of the packs. */
  void create() throws IOException {
    Files.createDirectories(directory);
  }

  /**
   * Stores a document.
   *
   * @param place where it is when it is there, or {@link RecentDigests#NOWHERE}; elsewhere it is
   *     not looked for, since a record too many does no harm
   * @return where it begins, unless another writer came between
   * @throws NoSuchFileException when the directory is not there
   */
  long put(String sha256, byte[] document, String mediaType, long place) throws IOException {
    ByteBuffer record = record(sha256, document, mediaType);
    int digits = DIGITS_MIN;
    while (true) {
      Path pack = pack(sha256, digits);
      if (place != RecentDigests.NOWHERE && holds(pack, place, record)) {
        return place;
      }
      try (FileChannel end = FileChannel.open(pack, APPEND, attributes)) {
        if (digits == DIGITS_MAX || end.size() < ArtifactLimits.PACK_BYTES_MAX) {
          return append(end, record, pack);
        }
      }
      digits++;
    }
  }

  private static long append(FileChannel end, ByteBuffer record, Path pack) throws IOException {
    int written = end.write(record);
    if (record.hasRemaining()) {
      // The rest would be a write of its own, and another record may be between.
      throw new IOException(
          "expected to append " + record.limit() + " bytes to " + pack + ", wrote " + written);
    }
    return end.size() - record.limit();
  }

  private static ByteBuffer record(String sha256, byte[] document, String mediaType) {
    byte[] digest = HexFormat.of().parseHex(sha256);
    byte[] type = mediaType.getBytes(StandardCharsets.US_ASCII);
    byte[] frame = FRAMES.compressed(document);
    boolean packed = frame.length < document.length;
    byte[] content = packed ? frame : document;
    return ByteBuffer.allocate(HEADER_BYTES + type.length + content.length + TRAILER_BYTES)
        .putInt(packed ? PACKED : PLAIN)
        .putShort((short) type.length)
        .putInt(content.length)
        .put(digest)
        .put(type)
        .put(content)
        .put(digest, 0, TRAILER_BYTES)
        .flip();
  }

  /** Whether {@code record} is at {@code place}. */
  private static boolean holds(Path pack, long place, ByteBuffer record) throws IOException {
    try (FileChannel channel = FileChannel.open(pack, READ)) {
      ByteBuffer found = ByteBuffer.allocate(record.limit());
      readFully(channel, found, place);
      return found.flip().equals(record);
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  /** Fills {@code buffer} from {@code place} on, as far as the file goes. */
  private static void readFully(FileChannel channel, ByteBuffer buffer, long place)
      throws IOException {
    int read = 0;
    while (read >= 0 && buffer.hasRemaining()) {
      read = channel.read(buffer, place + buffer.position());
    }
  }

  /**
   * The document {@code sha256}; a damaged one only when there is no other, null for none. A pack
   * that is not there is no end: one may be lost, and the least that earlier versions wrote have
   * three digits.
   */
  @Nullable Packed find(String sha256) throws IOException {
    Packed damaged = null;
    for (int digits = DIGITS_MIN; digits <= DIGITS_MAX; digits++) {
      Packed found = find(pack(sha256, digits), sha256);
      if (found != null && found.whole) {
        return found;
      }
      damaged = found == null ? damaged : found;
    }
    return damaged;
  }

  private static @Nullable Packed find(Path file, String sha256) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null; // most are not there, and an exception for each would cost more than the look
    }
    try (FileChannel pack = FileChannel.open(file, READ)) {
      return find(new Window(pack), sha256);
    }
  }

  private static @Nullable Packed find(Window window, String sha256) throws IOException {
    ByteBuffer digest = ByteBuffer.wrap(HexFormat.of().parseHex(sha256));
    Packed damaged = null;
    long at = 0;
    while (at < window.size) {
      ByteBuffer record = window.record(at);
      if (record == null) {
        at = window.nextRecord(at + 1);
        continue;
      }
      if (record.slice(DIGEST_AT, DIGEST_BYTES).equals(digest)) {
        Packed found = packed(record, sha256);
        if (found.whole) {
          return found;
        }
        damaged = found;
      }
      at += record.limit();
    }
    return damaged;
  }

  private static Packed packed(ByteBuffer record, String sha256) {
    byte[] type = new byte[Short.toUnsignedInt(record.getShort(TYPE_LENGTH_AT))];
    byte[] content = new byte[record.getInt(LENGTH_AT)];
    record.get(HEADER_BYTES, type).get(HEADER_BYTES + type.length, content);
    byte[] document =
        switch (record.getInt(0)) {
          case DEFLATED -> DeflatedDocument.inflated(content, ArtifactLimits.PACKED_BYTES_MAX);
          case PACKED -> FRAMES.decompressed(content, ArtifactLimits.PACKED_BYTES_MAX).orElse(null);
          default -> content;
        };
    byte[] bytes = document == null ? content : document;
    String text = new String(type, StandardCharsets.ISO_8859_1);
    return new Packed(
        MediaTypes.valid(text) ? text : MediaTypes.DEFAULT,
        bytes,
        Digests.sha256Hex(bytes).equals(sha256));
  }

  private Path pack(String sha256, int digits) {
    return directory.resolve(sha256.substring(0, digits) + ".pack");
  }

  private static boolean begins(int word) {
    return word == PLAIN || word == DEFLATED || word == PACKED;
  }

  /** A pack seen through a buffer that holds the part looked at. */
  private static final class Window {

    private final FileChannel pack;
    private final long size;
    private final ByteBuffer buffer;
    private long start;

    Window(FileChannel pack) throws IOException {
      this.pack = pack;
      this.size = pack.size();
      this.buffer =
          ByteBuffer.allocate((int) Math.min(size, ArtifactLimits.PACK_WINDOW_BYTES)).limit(0);
    }

    /** The whole record at {@code at}, or null when there is none. */
    @Nullable ByteBuffer record(long at) throws IOException {
      if (at + HEADER_BYTES > size) {
        return null;
      }
      ByteBuffer header = bytes(at, HEADER_BYTES);
      int typeBytes = Short.toUnsignedInt(header.getShort(TYPE_LENGTH_AT));
      int documentBytes = header.getInt(LENGTH_AT);
      if (!begins(header.getInt(0))
          || typeBytes > Limits.MEDIA_TYPE_CHARS_MAX
          || documentBytes < 0
          || !takes(documentBytes)) {
        return null;
      }
      int trailerAt = HEADER_BYTES + typeBytes + documentBytes;
      if (at + trailerAt + TRAILER_BYTES > size) {
        return null;
      }
      ByteBuffer record = bytes(at, trailerAt + TRAILER_BYTES);
      return record.getLong(trailerAt) == record.getLong(DIGEST_AT) ? record : null;
    }

    /** Where the next record may begin, from {@code from} on; the end when nowhere. */
    long nextRecord(long from) throws IOException {
      for (long at = from; at + Integer.BYTES <= size; at++) {
        load(at, Integer.BYTES);
        if (begins(buffer.getInt((int) (at - start)))) {
          return at;
        }
      }
      return size;
    }

    /** A view of {@code length} bytes from {@code at} on, until the next is asked for. */
    private ByteBuffer bytes(long at, int length) throws IOException {
      load(at, length);
      return buffer.slice((int) (at - start), length);
    }

    private void load(long at, int length) throws IOException {
      if (at >= start && at + length <= start + buffer.limit()) {
        return;
      }
      start = at;
      readFully(pack, buffer.clear(), at);
      if (buffer.flip().limit() < length) {
        throw new EOFException("expected " + length + " bytes at " + at + ", found the end");
      }
    }
  }
}
