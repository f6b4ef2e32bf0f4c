package dev.assay.workspace;

import dev.assay.workspace.EntryName.ArchiveText;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.Extraction.RefusedArchiveException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The records of a pax extended header that change what an entry is (POSIX 1003.1, "pax Extended
 * Header"); all others, such as times and attributes, are passed over.
 *
 * @param path the entry's name, or null
 * @param linkPath where its link leads, or null
 * @param size of its content, or null
 */
record PaxRecords(@Nullable String path, @Nullable String linkPath, @Nullable Long size) {

  static final PaxRecords NONE = new PaxRecords(null, null, null);

  private static final int NUMBER_CHARS_MAX = 18;

  /** Reads {@code LENGTH KEY=VALUE\n}, again and again. */
  static PaxRecords of(byte[] header) throws RefusedArchiveException {
    String path = null;
    String linkPath = null;
    Long size = null;
    int at = 0;
    while (at < header.length && header[at] != 0) {
      int space = indexOf(header, at, header.length, ' ');
      long length = number(header, at, space);
      if (length <= space + 1 - at
          || length > header.length - at
          || header[(int) (at + length - 1)] != '\n') {
        throw malformed();
      }
      int end = (int) (at + length) - 1;
      int equals = indexOf(header, space + 1, end, '=');
      String key = ArchiveText.of(Arrays.copyOfRange(header, space + 1, equals));
      switch (key) {
        case "path" -> path = text(header, equals + 1, end);
        case "linkpath" -> linkPath = text(header, equals + 1, end);
        case "size" -> size = number(header, equals + 1, end);
        default -> {
          if (key.startsWith("GNU.sparse.")) {
            throw new RefusedArchiveException(
                Refusal.UNSUPPORTED_ENTRY,
                "expected files with all their bytes, found a sparse one; pack it without --sparse");
          }
        }
      }
      at = end + 1;
    }
    return new PaxRecords(path, linkPath, size);
  }

  private static String text(byte[] header, int from, int to) throws RefusedArchiveException {
    if (indexOfOrEnd(header, from, to, 0) != to) {
      throw malformed();
    }
    return ArchiveText.of(header, from, to - from);
  }

  private static long number(byte[] header, int from, int to) throws RefusedArchiveException {
    if (from == to || to - from > NUMBER_CHARS_MAX) {
      throw malformed();
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = header[i] - '0';
      if (digit < 0 || digit > 9) {
        throw malformed();
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static int indexOf(byte[] header, int from, int to, int wanted)
      throws RefusedArchiveException {
    int at = indexOfOrEnd(header, from, to, wanted);
    if (at == to) {
      throw malformed();
    }
    return at;
  }

  private static int indexOfOrEnd(byte[] header, int from, int to, int wanted) {
    int at = from;
    while (at < to && header[at] != wanted) {
      at++;
    }
    return at;
  }

  private static RefusedArchiveException malformed() {
    return RefusedArchiveException.malformed("extended headers that are none");
  }
}
