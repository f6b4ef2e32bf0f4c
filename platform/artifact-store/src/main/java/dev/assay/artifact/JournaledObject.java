package dev.assay.artifact;

import dev.assay.artifact.StoreDirectory.Stay;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.MediaTypes;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An object as a segment of the {@link ObjectJournal} has it: {@link #KEPT} or {@link #UPLOADED} (4
 * bytes), the length of the media type (2) and of the bytes (4), their SHA-256 (32), media type,
 * bytes; numbers are big-endian.
 */
final class JournaledObject {

  private static final int KEPT = 0xA55A_0B01;
  private static final int UPLOADED = 0xA55A_0B02;
  private static final int DIGEST_BYTES = 32;
  private static final int HEADER_BYTES = 2 * Integer.BYTES + Short.BYTES + DIGEST_BYTES;

  private final String sha256;
  private final byte[] bytes;
  private final String mediaType;
  private final Stay stay;

  /**
   * An object.
   *
   * @param bytes at most {@link ArtifactLimits#SPOOL_MEMORY_BYTES}, not copied
   */
  JournaledObject(String sha256, byte[] bytes, String mediaType, Stay stay) {
    this.sha256 = sha256;
    this.bytes = bytes;
    this.mediaType = mediaType;
    this.stay = stay;
  }

  Digested digested() {
    return new Digested(sha256, bytes.length);
  }

  byte[] bytes() {
    return bytes;
  }

  String mediaType() {
    return mediaType;
  }

  Stay stay() {
    return stay;
  }

  ByteBuffer record() {
    byte[] type = mediaType.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(HEADER_BYTES + type.length + bytes.length)
        .putInt(stay == Stay.KEPT ? KEPT : UPLOADED)
        .putShort((short) type.length)
        .putInt(bytes.length)
        .put(HexFormat.of().parseHex(sha256))
        .put(type)
        .put(bytes)
        .flip();
  }

  /** The next whole record; null at the end, and where a write broke off. */
  static @Nullable JournaledObject read(DataInputStream segment) throws IOException {
    try {
      int word = segment.readInt();
      int typeBytes = segment.readUnsignedShort();
      int length = segment.readInt();
      if (word != KEPT && word != UPLOADED
          || typeBytes > Limits.MEDIA_TYPE_CHARS_MAX
          || length < 0
          || length > ArtifactLimits.SPOOL_MEMORY_BYTES) {
        return null;
      }
      String sha256 = HexFormat.of().formatHex(segment.readNBytes(DIGEST_BYTES));
      String type = new String(segment.readNBytes(typeBytes), StandardCharsets.ISO_8859_1);
      byte[] bytes = segment.readNBytes(length);
      boolean whole = Digests.sha256Hex(bytes).equals(sha256) && MediaTypes.valid(type);
      return whole
          ? new JournaledObject(sha256, bytes, type, word == KEPT ? Stay.KEPT : Stay.UPLOADED)
          : null;
    } catch (EOFException _) {
      return null;
    }
  }
}
