package dev.assay.store.index;

import dev.assay.artifact.ZstdDictionary;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Resources;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * JSON documents as they lie on disk: {@link #FORMAT}, then a Zstandard frame (RFC 8878) whose
 * dictionary is {@code documents-1.dictionary}, documents of each kind without their digests. A
 * dictionary never changes; a better one is another format. Of an envelope the payload is kept as
 * bytes behind the envelope without it, since base64 hides what repeats. What earlier versions
 * wrote is JSON, which begins otherwise, and is taken as it is.
 */
public final class DocumentCodec {

  /** The first byte of a packed document; no JSON begins with it. */
  static final byte FORMAT = 1;

  private static final int LEVEL = 1;
  private static final ZstdDictionary FRAMES =
      new ZstdDictionary(Resources.bytes(DocumentCodec.class, "documents-1.dictionary"), LEVEL);
  private static final byte END_OF_HEAD = '\n';

  /** A document is as long as its column takes, in UTF-8. */
  private static final int BYTES_MAX = 4 * IndexLimits.DOCUMENT_CHARS_MAX;

  private DocumentCodec() {}

  /** {@code document} as it is kept. */
  static byte[] pack(String document) {
    return pack(document.getBytes(StandardCharsets.UTF_8));
  }

  /** {@code document} as it is kept. */
  public static byte[] pack(byte[] document) {
    byte[] frame = FRAMES.compressed(document);
    return ByteBuffer.allocate(1 + frame.length).put(FORMAT).put(frame).array();
  }

  /** The document in {@code kept}; {@code kept} itself when it is none that was packed. */
  static String document(byte[] kept) {
    return new String(unpack(kept), StandardCharsets.UTF_8);
  }

  private static boolean isPacked(byte[] kept) {
    return kept.length > 1 && kept[0] == FORMAT;
  }

  /** The document in {@code kept}; empty when there is none of at most {@code bytesMax} bytes. */
  public static Optional<byte[]> unpacked(byte[] kept, int bytesMax) {
    return isPacked(kept)
        ? FRAMES.decompressed(Arrays.copyOfRange(kept, 1, kept.length), bytesMax)
        : Optional.empty();
  }

  private static byte[] unpack(byte[] kept) {
    return unpacked(kept, BYTES_MAX).orElse(kept);
  }

  /** {@code envelope} as it is kept. */
  static byte[] pack(Envelope envelope) {
    return pack(unpacked(envelope));
  }

  /** {@code envelope} without payload, a line feed, and the payload in bytes. */
  private static byte[] unpacked(Envelope envelope) {
    byte[] head = envelope.withPayload(new byte[0]).json();
    byte[] payload = envelope.payload();
    return ByteBuffer.allocate(head.length + 1 + payload.length)
        .put(head)
        .put(END_OF_HEAD)
        .put(payload)
        .array();
  }

  /**
   * The envelope in {@code kept}.
   *
   * @throws RejectedInputException when there is none
   */
  public static Envelope envelope(byte[] kept) {
    return isPacked(kept) ? ofUnpacked(unpack(kept)) : Envelope.parse(kept);
  }

  /**
   * The envelope that {@link #unpacked} gave.
   *
   * @throws RejectedInputException when there is none
   */
  public static Envelope ofUnpacked(byte[] unpacked) {
    int end = endOfHead(unpacked);
    Envelope head = Envelope.parse(Arrays.copyOf(unpacked, end));
    return end == unpacked.length
        ? head
        : head.withPayload(Arrays.copyOfRange(unpacked, end + 1, unpacked.length));
  }

  /** The envelope document in {@code kept}; {@code kept} itself when there is none. */
  static byte[] envelopeJson(byte[] kept) {
    try {
      return isPacked(kept) ? envelope(kept).json() : kept;
    } catch (RejectedInputException _) {
      return kept;
    }
  }

  private static int endOfHead(byte[] unpacked) {
    int end = 0;
    while (end < unpacked.length && unpacked[end] != END_OF_HEAD) {
      end++;
    }
    return end;
  }
}
