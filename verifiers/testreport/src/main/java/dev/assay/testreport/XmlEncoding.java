package dev.assay.testreport;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An encoding with one byte per character, as an XML declaration names it. */
final class XmlEncoding {

  /** Bytes at the start of a document in which the declaration is looked for. */
  static final int HEAD_BYTES_MAX = 256;

  private static final Pattern DECLARED =
      Pattern.compile("<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");
  private static final char UNDEFINED = '\ufffd';

  private final String letters;

  private XmlEncoding(Charset charset) {
    byte[] all = new byte[256];
    for (int b = 0; b < all.length; b++) {
      all[b] = (byte) b;
    }
    letters = new String(all, charset);
  }

  /** The encoding that the document declares, or null when it is to be read as UTF-8. */
  static @Nullable XmlEncoding declaredIn(byte[] head) {
    Matcher declared = DECLARED.matcher(new String(head, StandardCharsets.ISO_8859_1));
    if (!declared.lookingAt()) {
      return null;
    }
    return switch (declared.group(1).toLowerCase(Locale.ROOT)) {
      case "iso-8859-1", "latin1" -> new XmlEncoding(StandardCharsets.ISO_8859_1);
      case "windows-1252", "cp1252" -> new XmlEncoding(Charset.forName("windows-1252"));
      default -> null;
    };
  }

  /** Whether the byte is a character. */
  boolean defines(int b) {
    return letters.charAt(b) != UNDEFINED;
  }

  char letter(int b) {
    return letters.charAt(b);
  }
}
