package dev.assay.quick.report;

import dev.assay.quick.limits.QuickLimits;
import dev.assay.toolcalls.json.EcmaText;

/**
 * Text from outside, made fit for one line: collapsed, cut, redacted, without control characters.
 */
public final class ReportText {

  private static final String[] KEY_PREFIXES = {"sk_live_", "sk_test_"};
  private static final String CLOUD_KEY = "AKIA";
  private static final String BEARER = "Bearer";
  private static final int KEY_CHARS_MIN = 8;
  private static final int CLOUD_KEY_CHARS = 16;
  private static final int BEARER_CHARS_MIN = 20;
  private static final String REDACTED = "[redacted]";

  private ReportText() {}

  /** {@code text} on one line of at most {@link QuickLimits#LINE_CHARS_MAX} characters. */
  public static String line(String text) {
    return EcmaText.singleLine(text, QuickLimits.LINE_CHARS_MAX, "...");
  }

  /** {@code text} as a claim: redacted, on one line, cut. */
  public static String claim(String text) {
    return cut(text, QuickLimits.CLAIM_CHARS_MAX);
  }

  /** {@code text} as a hint: redacted, on one line, cut. */
  public static String hint(String text) {
    return cut(text, QuickLimits.HINT_CHARS_MAX);
  }

  private static String cut(String text, int charsMax) {
    return EcmaText.singleLine(redacted(line(text)), charsMax, "\u2026");
  }

  /** {@code text} with secrets of well-known shapes replaced. */
  public static String redacted(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      int end = secretEnd(text, at);
      if (end > at) {
        out.append(REDACTED);
        at = end;
      } else {
        out.append(text.charAt(at++));
      }
    }
    return out.toString();
  }

  private static int secretEnd(String text, int at) {
    for (String prefix : KEY_PREFIXES) {
      if (text.startsWith(prefix, at)) {
        int end = alphanumericEnd(text, at + prefix.length());
        return end - at - prefix.length() >= KEY_CHARS_MIN ? end : at;
      }
    }
    if (text.startsWith(CLOUD_KEY, at)) {
      int from = at + CLOUD_KEY.length();
      return alphanumericEnd(text, from) - from >= CLOUD_KEY_CHARS ? from + CLOUD_KEY_CHARS : at;
    }
    return text.regionMatches(true, at, BEARER, 0, BEARER.length()) ? bearerEnd(text, at) : at;
  }

  private static int bearerEnd(String text, int at) {
    int from = EcmaText.skipSpace(text, at + BEARER.length(), text.length());
    int end = from;
    while (end < text.length()
        && (isAlphanumeric(text.charAt(end)) || "-._~+/=".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return from > at + BEARER.length() && end - from >= BEARER_CHARS_MIN ? end : at;
  }

  private static int alphanumericEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isAlphanumeric(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isAlphanumeric(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
  }

  /** {@code text} with control and format characters written as escapes, for a terminal. */
  public static String visible(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean hidden = Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
      if (hidden) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
