package dev.assay.quick.sql;

import dev.assay.quick.limits.QuickLimits;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;

/**
 * A connection URL as libpq writes it: {@code
 * postgresql://user:password@host:port/database?sslmode=…} (PostgreSQL manual, "Connection URIs").
 * Only parameters that say where and how safely to connect are passed on; everything else in the
 * query part is ignored, because driver properties can name classes and files.
 */
final class PostgresUrl {

  private static final int PORT_DEFAULT = 5432;
  private static final int PORT_MAX = 65_535;
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final Map<String, String> PASSED_ON =
      Map.of(
          "sslmode", "sslmode",
          "sslrootcert", "sslrootcert",
          "sslcert", "sslcert",
          "sslkey", "sslkey",
          "sslpassword", "sslpassword",
          "application_name", "ApplicationName",
          "target_session_attrs", "targetServerType",
          "channel_binding", "channelBinding");

  private final String jdbcUrl;
  private final Properties properties;

  private PostgresUrl(String jdbcUrl, Properties properties) {
    this.jdbcUrl = jdbcUrl;
    this.properties = properties;
  }

  /**
   * Reads {@code url}.
   *
   * @throws SourceException when it is no PostgreSQL URL; the message never repeats the URL, which
   *     may hold a password
   */
  static PostgresUrl parse(String url) throws SourceException {
    int authorityAt = url.indexOf("://") + 3;
    String scheme = authorityAt < 3 ? "" : url.substring(0, authorityAt - 3);
    if (!scheme.equals("postgresql") && !scheme.equals("postgres")) {
      throw malformed();
    }
    String rest = url.substring(authorityAt);
    int queryAt = rest.indexOf('?');
    String query = queryAt < 0 ? "" : rest.substring(queryAt + 1);
    String place = queryAt < 0 ? rest : rest.substring(0, queryAt);
    int slash = place.indexOf('/', place.lastIndexOf('@') + 1);
    String authority = slash < 0 ? place : place.substring(0, slash);
    String path = slash < 0 ? "" : place.substring(slash + 1);
    int at = authority.lastIndexOf('@');
    Properties properties = new Properties();
    String user = user(at < 0 ? "" : authority.substring(0, at), properties);
    properties.setProperty("PGDBNAME", path.isEmpty() ? user : decode(path));
    parameters(query, properties);
    return new PostgresUrl(
        "jdbc:postgresql://" + server(authority.substring(at + 1)) + "/", properties);
  }

  /** {@code host:port} with characters that no host name has refused. */
  private static String server(String text) throws SourceException {
    int bracket = text.lastIndexOf(']');
    int colon = text.indexOf(':', bracket + 1);
    String host = colon < 0 ? text : text.substring(0, colon);
    int port = PORT_DEFAULT;
    if (colon >= 0) {
      try {
        port = Integer.parseInt(text.substring(colon + 1));
      } catch (NumberFormatException _) {
        throw malformed();
      }
    }
    boolean named =
        !host.isEmpty()
            && host.chars().allMatch(c -> Character.isLetterOrDigit(c) || "._-[]:".indexOf(c) >= 0);
    if (!named || port < 1 || port > PORT_MAX) {
      throw malformed();
    }
    return host + ":" + port;
  }

  String jdbcUrl() {
    return jdbcUrl;
  }

  Properties properties() {
    return properties;
  }

  private static String user(String userInfo, Properties properties) throws SourceException {
    int colon = userInfo.indexOf(':');
    if (colon >= 0) {
      properties.setProperty("password", decode(userInfo.substring(colon + 1)));
    }
    String given = decode(colon < 0 ? userInfo : userInfo.substring(0, colon));
    String user = given.isEmpty() ? System.getProperty("user.name", "postgres") : given;
    properties.setProperty("user", user);
    return user;
  }

  private static void parameters(String query, Properties properties) throws SourceException {
    properties.setProperty("connectTimeout", seconds(QuickLimits.CONNECT_TIMEOUT_MILLIS));
    properties.setProperty("loginTimeout", seconds(QuickLimits.CONNECT_TIMEOUT_MILLIS));
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        continue;
      }
      String name = decode(pair.substring(0, equals));
      String value = decode(pair.substring(equals + 1));
      String property = PASSED_ON.get(name);
      if (property != null) {
        properties.setProperty(property, value);
      } else if (name.equals("connect_timeout")) {
        properties.setProperty("connectTimeout", boundedSeconds(value));
      }
    }
  }

  private static String boundedSeconds(String value) throws SourceException {
    int limit = QuickLimits.CONNECT_TIMEOUT_MILLIS / MILLIS_PER_SECOND;
    try {
      int wanted = Integer.parseInt(value);
      return Integer.toString(wanted <= 0 ? limit : Math.min(wanted, limit));
    } catch (NumberFormatException _) {
      throw malformed();
    }
  }

  private static String seconds(int millis) {
    return Integer.toString(millis / MILLIS_PER_SECOND);
  }

  private static String decode(String text) throws SourceException {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw malformed();
    }
  }

  private static SourceException malformed() {
    return new SourceException(
        "expected a URL of the form postgresql://user:password@host:port/database,"
            + " found something else; check the value of --postgres-url");
  }
}
