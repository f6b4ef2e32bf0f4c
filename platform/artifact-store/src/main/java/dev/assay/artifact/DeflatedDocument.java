package dev.assay.artifact;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Small documents as earlier versions packed them: in the zlib format (RFC 1950) with a preset
 * dictionary, which the format names by a checksum.
 */
final class DeflatedDocument {

  /** Bytes inflated at a time. */
  private static final int CHUNK_BYTES = 2 * 1024;

  private DeflatedDocument() {}

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
          inflater.setDictionary(DerivedPacks.DICTIONARY);
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
