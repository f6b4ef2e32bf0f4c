package dev.assay.http;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The HTTP server.
 *
 * @param host address or name to bind
 * @param port TCP port; 0 takes a free one
 * @param auth {@code token} or {@code none}; the latter on loopback only
 * @param tokenFile file with the bearer token, made when it is not there
 */
public record HttpSection(String host, Integer port, String auth, String tokenFile) {

  private static final Pattern AUTH = Pattern.compile("token|none");

  public HttpSection {
    host = Objects.requireNonNullElse(host, "127.0.0.1");
    port = Objects.requireNonNullElse(port, 7070);
    Settings.between("http.port", port, 0, HttpConfig.PORT_MAX);
    auth = Objects.requireNonNullElse(auth, "token");
    Settings.matching("http.auth", auth, AUTH, "token or none");
    tokenFile = Objects.requireNonNullElse(tokenFile, "token");
  }

  /**
   * The server's configuration, with the token's file read or made.
   *
   * @param home what a relative file is relative to
   * @throws ConfigException when the file holds no token, the host does not resolve, or anybody but
   *     this machine could connect without a token
   */
  public HttpConfig open(Path home) throws IOException {
    Authentication authentication =
        auth.equals("none") ? new Authentication.Open() : new Authentication.Bearer(token(home));
    try {
      return new HttpConfig(host, port, authentication, HttpLimits.defaults());
    } catch (IllegalArgumentException e) {
      throw new ConfigException("the section http: " + e.getMessage());
    }
  }

  private BearerToken token(Path home) throws IOException {
    Path file = home.resolve(tokenFile);
    try {
      return BearerToken.loadOrCreate(file);
    } catch (IllegalArgumentException e) {
      throw new ConfigException("the token file " + file + ": " + e.getMessage());
    }
  }
}
