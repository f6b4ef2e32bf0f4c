package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An encoding with one byte per character, as an XML declaration names it. */
final class XmlEncoding {

  /** Bytes at the start of a document in which the declaration is looked for. */
  static final int HEAD_BYTES_MAX = 256;

  private static final Pattern DECLARED =
      Pattern.compile("<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([^\"']*)[\"']");
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";
  private static final Set<Charset> SINGLE_BYTE =
      Set.of(StandardCharsets.ISO_8859_1, Charset.forName("windows-1252"));
  private static final char UNDEFINED = '\ufffd';

  private final String letters;

  private XmlEncoding(Charset charset) {
    byte[] all = new byte[256];
    for (int b = 0; b < all.length; b++) {
      all[b] = (byte) b;
    }
    letters = new String(all, charset);
  }

  /**
   * The encoding that the document declares, or null when it is to be read as UTF-8.
   *
   * @throws UnreadableReportException for another encoding
   */
  static @Nullable XmlEncoding declaredIn(byte[] head) throws UnreadableReportException {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    boolean marked = text.startsWith(BYTE_ORDER_MARK);
    Matcher declared = DECLARED.matcher(marked ? text.substring(BYTE_ORDER_MARK.length()) : text);
    if (!declared.lookingAt()) {
      if (head.length == HEAD_BYTES_MAX && text.contains("<?xml ") && !text.contains("?>")) {
        throw new UnreadableReportException(InconclusiveReason.BAD_ENCODING);
      }
      return null;
    }
    Charset charset = charset(declared.group(1));
    if (charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII)) {
      return null;
    }
    if (marked || !SINGLE_BYTE.contains(charset)) {
      throw new UnreadableReportException(InconclusiveReason.BAD_ENCODING);
    }
    return new XmlEncoding(charset);
  }

  private static Charset charset(String name) throws UnreadableReportException {
    try {
      return Charset.forName(name);
    } catch (IllegalArgumentException _) {
      throw new UnreadableReportException(InconclusiveReason.BAD_ENCODING);
    }
  }

  /** Whether the byte is a character. */
  boolean defines(int b) {
    return letters.charAt(b) != UNDEFINED;
  }

  char letter(int b) {
    return letters.charAt(b);
  }
}
