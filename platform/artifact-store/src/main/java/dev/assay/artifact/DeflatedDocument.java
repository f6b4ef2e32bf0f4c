package dev.assay.artifact;

import dev.assay.schemas.Resources;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Small documents in the zlib format (RFC 1950) with a preset dictionary, {@code
 * derived-1.dictionary}: documents of each kind without their digests. The format names its
 * dictionary by a checksum; a dictionary never changes, a better one is a further file. Safe for
 * many threads.
 */
final class DeflatedDocument {

  private static final String DICTIONARY_FILE = "derived-1.dictionary";
  private static final byte[] DICTIONARY = Resources.bytes(DeflatedDocument.class, DICTIONARY_FILE);

  /** Deflaters kept for the next document: a new one costs as much as it does. */
  private static final int DEFLATERS_MAX = 8;

  /** Bytes inflated at a time. */
  private static final int CHUNK_BYTES = 2 * 1024;

  private static final BlockingQueue<Deflater> DEFLATERS = new ArrayBlockingQueue<>(DEFLATERS_MAX);

  private DeflatedDocument() {}

  /** {@code document} deflated, or null when that is not shorter. */
  static byte @Nullable [] deflated(byte[] document) {
    Deflater kept = DEFLATERS.poll();
    Deflater deflater = kept == null ? new Deflater() : kept;
    deflater.reset();
    deflater.setDictionary(DICTIONARY);
    deflater.setInput(document);
    deflater.finish();
    byte[] shorter = new byte[document.length];
    int length = deflater.deflate(shorter);
    boolean whole = deflater.finished();
    if (!DEFLATERS.offer(deflater)) {
      deflater.end();
    }
    return whole && length < document.length ? Arrays.copyOf(shorter, length) : null;
  }

  /**
   * The document in {@code deflated}.
   *
   * @return null when there is none of at most {@code bytesMax} bytes
   */
  static byte @Nullable [] inflated(byte[] deflated, int bytesMax) {
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(deflated);
      ByteArrayOutputStream document = new ByteArrayOutputStream(CHUNK_BYTES);
      byte[] chunk = new byte[CHUNK_BYTES];
      while (!inflater.finished() && document.size() <= bytesMax) {
        int length = inflater.inflate(chunk);
        document.write(chunk, 0, length);
        if (inflater.needsDictionary()) {
          inflater.setDictionary(DICTIONARY);
        } else if (length == 0 && inflater.needsInput()) {
          return null;
        }
      }
      return document.size() <= bytesMax ? document.toByteArray() : null;
    } catch (DataFormatException | IllegalArgumentException _) {
      return null; // damaged, or of a dictionary that is not known here
    }
  }
}
