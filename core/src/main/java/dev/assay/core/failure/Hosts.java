package dev.assay.core.failure;

/** Recognises ports, and addresses that networks of containers and offices hand out. */
final class Hosts {

  private static final int PORT_DIGITS = 4;
  private static final int EPHEMERAL_PORT_DIGITS = 5;
  private static final int NAME_CHARS_MAX = 255;
  private static final int BYTE_DIGITS_MAX = 3;

  private Hosts() {}

  /**
   * Whether the number [start, end) of {@code s} is a port: five digits behind a colon, four behind
   * a colon and what looks like a host, or the second item of one of Python's socket addresses.
   * {@code word} is the last one before it.
   */
  static boolean isPort(String s, int start, int end, String word) {
    if (start > 0 && s.charAt(start - 1) == ':') {
      int length = end - start;
      return length >= EPHEMERAL_PORT_DIGITS
          || length >= PORT_DIGITS && (afterHost(s, start - 1) || transport(word));
    }
    return inSocketAddress(s, start);
  }

  /** Whether a host ends at {@code end}: bracketed, dotted, local, in a URL or behind an at. */
  private static boolean afterHost(String s, int end) {
    char last = end > 0 ? s.charAt(end - 1) : ' ';
    if (last == ']' || last == '>' || last == '*') {
      return true;
    }
    int start = nameStart(s, end);
    String name = s.substring(start, end);
    String label = name.substring(name.lastIndexOf(':') + 1);
    return label.indexOf('.') > 0
        || label.equals("localhost")
        || name.contains("::")
        || start < end && (s.startsWith("//", start - 2) || s.startsWith("@", start - 1));
  }

  private static boolean transport(String word) {
    return word.equals("tcp") || word.equals("udp");
  }

  /** Whether {@code ('127.0.0.1', } stands before {@code start}. */
  private static boolean inSocketAddress(String s, int start) {
    int quote = start - 3;
    if (quote <= 0 || !s.startsWith("', ", quote)) {
      return false;
    }
    int host = nameStart(s, quote);
    return s.startsWith("('", host - 2) && isAddress(s.substring(host, quote));
  }

  private static boolean isAddress(String host) {
    boolean numbers = host.chars().allMatch(c -> c == '.' || Masks.digit((char) c));
    return numbers && host.chars().filter(c -> c == '.').count() == 3
        || host.contains("::")
        || host.equals("localhost");
  }

  private static int nameStart(String s, int end) {
    int i = end;
    while (i > 0 && end - i < NAME_CHARS_MAX && inName(s.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  private static boolean inName(char c) {
    return Masks.alphanumeric(c) || c == '.' || c == '-' || c == '_' || c == ':';
  }

  /**
   * Where the private IPv4 address at {@code i} ends, or -1. In 10/8, where versions look alike, it
   * is one only before a port.
   */
  static int privateEnd(String s, int i) {
    int[] bytes = new int[4];
    int end = i - 1;
    for (int k = 0; k < bytes.length; k++) {
      int start = end + 1;
      end = start;
      while (end < s.length() && end - start <= BYTE_DIGITS_MAX && Masks.digit(s.charAt(end))) {
        end++;
      }
      boolean dot = k == bytes.length - 1 || s.startsWith(".", end);
      if (end == start || end - start > BYTE_DIGITS_MAX || !dot) {
        return -1;
      }
      bytes[k] = Integer.parseInt(s, start, end, 10);
    }
    char next = end < s.length() ? s.charAt(end) : ' ';
    boolean digit = end + 1 < s.length() && Masks.digit(s.charAt(end + 1));
    boolean port = next == ':' && digit;
    boolean goesOn = Masks.alphanumeric(next) || next == '.' && digit;
    return !goesOn && isPrivate(bytes[0], bytes[1], port) ? end : -1;
  }

  private static boolean isPrivate(int first, int second, boolean port) {
    return first == 172 && second >= 16 && second <= 31
        || first == 192 && second == 168
        || first == 10 && port;
  }
}
