package dev.assay.cli.host;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts and ports in values of the configuration, not looked up. Each throws {@link
 * IllegalArgumentException} for what cannot be one; its message has no value, which may be a
 * secret.
 */
final class NamedAddresses {

  /** A host, or an IPv6 address in brackets, and a port. */
  private static final Pattern PLACE =
      Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[0-9A-Za-z._-]+)(?::([0-9]{1,5}))?");

  private static final String JDBC = "jdbc:postgresql:";
  private static final int POSTGRESQL_PORT = 5432;

  private NamedAddresses() {}

  /** Of Kafka's {@code bootstrap.servers}: {@code [PROTOCOL://]HOST:PORT[,…]}. */
  static List<InetSocketAddress> brokers(String bootstrap) {
    List<InetSocketAddress> found = new ArrayList<>();
    for (String each : bootstrap.split(",", -1)) {
      found.add(place(each.strip().replaceFirst("^[0-9A-Za-z_]+://", ""), 0, "HOST:PORT[,…]"));
    }
    return found;
  }

  /** Of {@code jdbc:postgresql://HOST[:PORT][,…]/DATABASE}; none of another kind of URL. */
  static List<InetSocketAddress> database(String url) {
    List<InetSocketAddress> found = new ArrayList<>();
    if (url.startsWith(JDBC + "//")) {
      String hosts = url.substring(JDBC.length() + 2).split("[/?]", 2)[0];
      for (String each : (hosts.isEmpty() ? "localhost" : hosts).split(",", -1)) {
        found.add(place(each, POSTGRESQL_PORT, JDBC + "//HOST[:PORT][,…]/DATABASE"));
      }
    }
    return found;
  }

  /** Of a URL of HTTP. */
  static List<InetSocketAddress> web(String url) {
    URI uri;
    try {
      uri = URI.create(url);
    } catch (IllegalArgumentException _) {
      throw unlike("http(s)://HOST[:PORT]");
    }
    if (uri.getHost() == null) {
      throw unlike("http(s)://HOST[:PORT]");
    }
    int standard = "https".equals(uri.getScheme()) ? 443 : 80;
    return List.of(address(uri.getHost(), uri.getPort() > 0 ? uri.getPort() : standard));
  }

  private static InetSocketAddress place(String text, int standard, String form) {
    Matcher matcher = PLACE.matcher(text);
    if (!matcher.matches() || matcher.group(2) == null && standard == 0) {
      throw unlike(form);
    }
    String port = matcher.group(2);
    return address(matcher.group(1), port == null ? standard : Integer.parseInt(port));
  }

  private static InetSocketAddress address(String host, int port) {
    if (port < 1 || port > 65_535) {
      throw unlike("a port of 1 to 65535");
    }
    return InetSocketAddress.createUnresolved(host, port);
  }

  private static IllegalArgumentException unlike(String form) {
    return new IllegalArgumentException("expected " + form + ", found something else");
  }
}
