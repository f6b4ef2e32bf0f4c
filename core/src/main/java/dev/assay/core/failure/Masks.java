package dev.assay.core.failure;

import java.util.Locale;

/**
 * Replaces what differs between two runs of the same failure by fixed marks: timestamps, absolute
 * paths (to their last name), line and column numbers, addresses, numbers that only count, seeds,
 * UUIDs, tokens, ports, private hosts, durations, temporary names, long numbers and ids. Blanks
 * collapse.
 *
 * <p>A hand-written scanner: every character is looked at a bounded number of times, so hostile
 * text costs no more than other text.
 */
final class Masks {

  private static final int LONG_NUMBER_DIGITS = 6;
  private static final int EPOCH_DIGITS = 10;
  private static final int LAST_WORD_CHARS = 32;

  private static final String DELIMITERS = "\"'`<>()[]{},;|=";

  private final String text;
  private final StringBuilder out;
  private String lastWord = "";

  private Masks(String text) {
    this.text = text;
    this.out = new StringBuilder(text.length());
  }

  /** One line or more of plain text, masked. */
  static String mask(String plain) {
    Masks masks = new Masks(plain);
    masks.run();
    return masks.out.toString().strip();
  }

  private void run() {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
          out.append(' ');
        }
        i++;
      } else if (DELIMITERS.indexOf(c) >= 0) {
        out.append(c);
        i++;
      } else {
        i = word(i);
      }
    }
  }

  private int word(int start) {
    int stamp = Timestamps.end(text, start);
    if (stamp > 0) {
      out.append("<time>");
      return stamp;
    }
    int end = wordEnd(text, start);
    boolean slash = text.indexOf('/', start, end) >= 0 || text.indexOf('\\', start, end) >= 0;
    if (slash && PathWords.isPath(text, start, end)) {
      return path(start, PathWords.withBlanks(text, start, end));
    }
    int position = positionStart(start, end);
    if (position > 0) {
      segments(start, position);
      return end;
    }
    int stop = segments(start, end);
    return Math.max(stop, end);
  }

  private int path(int start, int end) {
    int base = PathWords.baseStart(text, start, end);
    int position = positionStart(base, end);
    int baseEnd = position > 0 ? position : end;
    if (PathWords.inTemporary(text, start, base, end)) {
      out.append("<tmp>");
      int dot = text.lastIndexOf('.', baseEnd - 1);
      if (dot > base && baseEnd - dot <= 8) {
        out.append(text, dot, baseEnd);
      }
    } else {
      int relative = PathWords.relativeStart(text, start, end);
      int written = out.length();
      segments(relative >= 0 ? relative : base, baseEnd);
      slashes(written);
    }
    return skipParenthesisedPosition(end);
  }

  /** Makes what was written from {@code from} on look alike on all systems. */
  private void slashes(int from) {
    for (int i = from; i < out.length(); i++) {
      if (out.charAt(i) == '\\') {
        out.setCharAt(i, '/');
      }
    }
  }

  /** Where {@code :12}, {@code :12:5} or {@code :12-14} after a file name starts, or -1. */
  private int positionStart(int start, int end) {
    for (int colon = start + 1; colon < end; colon++) {
      if (text.charAt(colon) == ':'
          && colon + 1 < end
          && digit(text.charAt(colon + 1))
          && PathWords.endsWithExtension(text, start, colon)) {
        return onlyNumbers(colon, end) ? colon : -1;
      }
    }
    return -1;
  }

  private boolean onlyNumbers(int from, int end) {
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      if (!digit(c) && c != ':' && c != '-' && c != '.') {
        return false;
      }
    }
    return true;
  }

  /** Skips {@code (12,5)} directly after a path. */
  private int skipParenthesisedPosition(int at) {
    if (at >= text.length() || text.charAt(at) != '(') {
      return at;
    }
    int i = at + 1;
    while (i < text.length() && (digit(text.charAt(i)) || text.charAt(i) == ',')) {
      i++;
    }
    return i > at + 1 && i < text.length() && text.charAt(i) == ')' ? i + 1 : at;
  }

  /** Masks the runs of letters and digits in [start, end); answers where it stopped. */
  private int segments(int start, int end) {
    int i = start;
    while (i < end) {
      char c = text.charAt(i);
      if (!alphanumeric(c)) {
        out.append(c);
        i++;
        continue;
      }
      int uuid = Ids.uuidEnd(text, i, end);
      if (uuid > 0) {
        out.append("<uuid>");
        i = uuid;
        continue;
      }
      int token = Ids.tokenEnd(text, i, end);
      if (token > 0) {
        out.append("<token>");
        i = token;
        continue;
      }
      int host = digit(c) && !afterLetterOrDot(i) ? Hosts.privateEnd(text, i) : -1;
      if (host > 0) {
        out.append("<ip>");
        i = host;
        continue;
      }
      int duration =
          digit(c) && !afterLetterOrDot(i) ? Durations.end(text, i) : Durations.isoEnd(text, i);
      if (duration > 0) {
        out.append("<dur>");
        i = duration;
        continue;
      }
      int temporary = PathWords.temporaryNameEnd(text, i, end);
      if (temporary > 0) {
        out.append("<tmp>");
        i = temporary;
        continue;
      }
      int stop = i;
      while (stop < end && alphanumeric(text.charAt(stop))) {
        stop++;
      }
      segment(i, stop);
      i = afterEpochFraction(i, stop);
    }
    return i;
  }

  private boolean afterLetterOrDot(int i) {
    return i > 0 && (text.charAt(i - 1) == '.' || text.charAt(i - 1) == '_');
  }

  private void segment(int start, int end) {
    if (text.startsWith("0x", start) && allHex(start + 2, end)) {
      boolean address = Ids.isAddress(text, start, end, lastWord);
      out.append(address ? "<addr>" : text.substring(start, end));
    } else if (Ids.isId(text, start, end, lastWord)) {
      out.append("<id>");
    } else if (digitsEnd(start) >= end) {
      number(start, end);
    } else {
      mixed(start, end);
    }
    int cut = Math.min(end, start + LAST_WORD_CHARS);
    lastWord = text.substring(start, cut).toLowerCase(Locale.ROOT);
  }

  /** Behind the fraction of the seconds since 1970 at [start, end), or {@code end}. */
  private int afterEpochFraction(int start, int end) {
    boolean epoch = end - start >= EPOCH_DIGITS && digitsEnd(start) == end;
    int fraction = epoch && text.startsWith(".", end) ? digitsEnd(end + 1) : end;
    return fraction > end + 1 ? fraction : end;
  }

  private boolean allHex(int start, int end) {
    int i = start;
    while (i < end && hexDigit(text.charAt(i))) {
      i++;
    }
    return i == end;
  }

  private int digitsEnd(int start) {
    int i = start;
    while (i < text.length() && digit(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private void number(int start, int end) {
    int length = end - start;
    if (Counters.isSeed(text, start, lastWord)) {
      boolean signed = text.startsWith("-", start - 1) || text.startsWith("+", start - 1);
      out.setLength(out.length() - (signed ? 1 : 0));
      out.append('#');
    } else if (Hosts.isPort(text, start, end, lastWord)
        || Counters.counts(text, start, end, lastWord)) {
      out.append('#');
    } else if (length >= LONG_NUMBER_DIGITS) {
      out.append("<n>");
    } else {
      out.append(text, start, end);
    }
  }

  /** Letters and digits together: only long runs of digits are masked. */
  private void mixed(int start, int end) {
    int i = start;
    while (i < end) {
      int stop = i;
      while (stop < end && digit(text.charAt(stop))) {
        stop++;
      }
      if (stop - i >= LONG_NUMBER_DIGITS) {
        out.append("<n>");
        i = stop;
      } else if (stop > i) {
        out.append(text, i, stop);
        i = stop;
      } else {
        out.append(text.charAt(i++));
      }
    }
  }

  /** Where the word that goes on at {@code start} ends. */
  static int wordEnd(String s, int start) {
    int end = start;
    while (end < s.length()
        && !Character.isWhitespace(s.charAt(end))
        && DELIMITERS.indexOf(s.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean hexDigit(char c) {
    return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
  }

  static boolean letter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  static boolean alphanumeric(char c) {
    return digit(c) || letter(c);
  }
}
