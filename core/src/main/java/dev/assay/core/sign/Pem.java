package dev.assay.core.sign;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** RFC 7468 texts with one labelled block; text before and after the block is ignored. */
public final class Pem {

  private Pem() {}

  /** {@code der} as one PEM block with lines of 64 characters. */
  public static String encode(String label, byte[] der) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return begin(label) + "\n" + body + "\n" + end(label) + "\n";
  }

  /**
   * The bytes of the block labelled {@code label}.
   *
   * @throws RejectedInputException with code {@code pem-invalid}
   */
  public static byte[] decode(String label, String pem) {
    if (pem.length() > SignatureLimits.PEM_CHARS_MAX) {
      throw invalid(
          "a PEM text of at most " + SignatureLimits.PEM_CHARS_MAX + " characters",
          pem.length() + " characters");
    }
    int start = pem.indexOf(begin(label));
    int stop = pem.indexOf(end(label));
    if (start < 0 || stop < start) {
      throw invalid("a block between \"" + begin(label) + "\" and its end line", "no such block");
    }
    StringBuilder body = new StringBuilder();
    for (int i = start + begin(label).length(); i < stop; i++) {
      char c = pem.charAt(i);
      if (c != '\n' && c != '\r') {
        body.append(c);
      }
    }
    try {
      return Base64.getDecoder().decode(body.toString());
    } catch (IllegalArgumentException e) {
      throw invalid("base64 lines in the block", String.valueOf(e.getMessage()));
    }
  }

  private static String begin(String label) {
    return "-----BEGIN " + label + "-----";
  }

  private static String end(String label) {
    return "-----END " + label + "-----";
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("pem-invalid", expected, found);
  }
}
