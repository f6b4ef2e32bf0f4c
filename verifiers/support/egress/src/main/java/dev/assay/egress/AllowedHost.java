package dev.assay.egress;

import java.util.Locale;

/**
 * One host, or one domain, that may be reached.
 *
 * @param host lower-case name, IPv4 address, or IPv6 address without brackets
 * @param port the only port allowed, or {@link #ANY_PORT}
 * @param reach which names below {@code host} are meant
 */
public record AllowedHost(String host, int port, Reach reach) {

  /** Which names an entry stands for. */
  public enum Reach {
    /** The host itself. */
    HOST,
    /** The host and every name below it. */
    DOMAIN,
    /** Every name below the host, and not the host. */
    SUBDOMAINS
  }

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

  /** This very host and nothing below it. */
  public AllowedHost(String host, int port) {
    this(host, port, Reach.HOST);
  }

  /**
   * Parses what {@link #parse} does, and {@code *.domain}; a name stands for all names below it as
   * well, an address for itself.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static AllowedHost parseDomain(String text) {
    String trimmed = text.strip();
    boolean below = trimmed.startsWith("*.");
    AllowedHost host = parse(below ? trimmed.substring(2) : text);
    if (below) {
      return new AllowedHost(host.host(), host.port(), Reach.SUBDOMAINS);
    }
    boolean address =
        host.host().indexOf(':') >= 0 || host.host().chars().noneMatch(AllowedHost::isLetter);
    return address ? host : new AllowedHost(host.host(), host.port(), Reach.DOMAIN);
  }

  private static boolean isLetter(int c) {
    return c >= 'a' && c <= 'z';
  }

  static String withoutFinalDot(String host) {
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  boolean covers(String otherHost, int otherPort) {
    boolean below = otherHost.endsWith("." + host);
    boolean reached =
        switch (reach) {
          case HOST -> host.equals(otherHost);
          case DOMAIN -> host.equals(otherHost) || below;
          case SUBDOMAINS -> below;
        };
    return reached && coversPort(otherPort);
  }

  boolean coversPort(int otherPort) {
    return port == ANY_PORT || port == otherPort;
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
