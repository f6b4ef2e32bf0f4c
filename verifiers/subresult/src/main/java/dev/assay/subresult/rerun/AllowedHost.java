package dev.assay.subresult.rerun;

import java.util.Locale;

/**
 * One host that web reruns may reach.
 *
 * @param host lower-case name, IPv4 address, or IPv6 address without brackets
 * @param port the only port allowed, or {@link #ANY_PORT}
 */
public record AllowedHost(String host, int port) {

  /** Stands for every port. */
  public static final int ANY_PORT = -1;

  /**
   * Parses {@code host}, {@code host:port}, {@code [address]} or {@code [address]:port}.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static AllowedHost parse(String text) {
    String trimmed = text.strip().toLowerCase(Locale.ROOT);
    int bracket = trimmed.indexOf(']');
    int colon = trimmed.indexOf(':', Math.max(0, bracket));
    boolean bare = !trimmed.startsWith("[") && colon != trimmed.lastIndexOf(':');
    String host = colon < 0 || bare ? trimmed : trimmed.substring(0, colon);
    int port = colon < 0 || bare ? ANY_PORT : port(text, trimmed.substring(colon + 1));
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    if (host.isEmpty() || !host.chars().allMatch(AllowedHost::isHostChar)) {
      throw malformed(text);
    }
    return new AllowedHost(withoutFinalDot(host), port);
  }

  static String withoutFinalDot(String host) {
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  boolean covers(String otherHost, int otherPort) {
    return host.equals(otherHost) && (port == ANY_PORT || port == otherPort);
  }

  private static int port(String text, String digits) {
    if (digits.isEmpty()
        || digits.length() > 5
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')
        || Integer.parseInt(digits) > 65_535) {
      throw malformed(text);
    }
    return Integer.parseInt(digits);
  }

  private static boolean isHostChar(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '-'
        || c == '_'
        || c == ':';
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "expected host or host:port, found \"" + text + "\"; name each host by itself");
  }
}
