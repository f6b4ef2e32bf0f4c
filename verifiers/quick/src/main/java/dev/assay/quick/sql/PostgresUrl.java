package dev.assay.quick.sql;

import dev.assay.quick.limits.QuickLimits;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A connection URL as libpq writes it: {@code
 * postgresql://user:password@host:port/database?sslmode=…} (PostgreSQL manual, "Connection URIs").
 * Only parameters that say where and how safely to connect are passed on; everything else in the
 * query part is ignored, because driver properties can name classes and files.
 */
final class PostgresUrl {

  private static final int PORT_DEFAULT = 5432;
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
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException _) {
      throw malformed();
    }
    String scheme = uri.getScheme();
    String host = uri.getHost();
    if (host == null || !("postgresql".equals(scheme) || "postgres".equals(scheme))) {
      throw malformed();
    }
    Properties properties = new Properties();
    String user = userInfo(uri.getRawUserInfo(), properties);
    String path = uri.getRawPath();
    String database = path == null || path.length() < 2 ? user : decode(path.substring(1));
    properties.setProperty("PGDBNAME", database);
    parameters(uri.getRawQuery(), properties);
    int port = uri.getPort() < 0 ? PORT_DEFAULT : uri.getPort();
    return new PostgresUrl("jdbc:postgresql://" + host + ":" + port + "/", properties);
  }

  String jdbcUrl() {
    return jdbcUrl;
  }

  Properties properties() {
    return properties;
  }

  private static String userInfo(@Nullable String userInfo, Properties properties)
      throws SourceException {
    if (userInfo == null) {
      String user = System.getProperty("user.name", "postgres");
      properties.setProperty("user", user);
      return user;
    }
    int colon = userInfo.indexOf(':');
    String user = decode(colon < 0 ? userInfo : userInfo.substring(0, colon));
    properties.setProperty("user", user);
    if (colon >= 0) {
      properties.setProperty("password", decode(userInfo.substring(colon + 1)));
    }
    return user;
  }

  private static void parameters(@Nullable String query, Properties properties)
      throws SourceException {
    properties.setProperty("connectTimeout", seconds(QuickLimits.CONNECT_TIMEOUT_MILLIS));
    properties.setProperty("loginTimeout", seconds(QuickLimits.CONNECT_TIMEOUT_MILLIS));
    if (query == null) {
      return;
    }
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
