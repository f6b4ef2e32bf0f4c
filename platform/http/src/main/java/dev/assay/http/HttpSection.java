package dev.assay.http;

import dev.assay.http.HttpConfig.Authentication;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server.
 *
 * @param host address or name to bind
 * @param port TCP port; 0 takes a free one
 * @param auth {@code token} or {@code none}; the latter on loopback only
 * @param tokenFile file with the operator's token, made when it is not there; {@code assay up} has
 *     {@code tokens/operator}
 * @param principals file with further principals, which {@code assay tokens} writes; {@code assay
 *     up} has {@code principals.json}
 * @param issuers OpenID Connect issuers whose tokens let somebody in
 */
public record HttpSection(
    String host,
    Integer port,
    String auth,
    String tokenFile,
    @Nullable String principals,
    List<OidcIssuer> issuers) {

  private static final Pattern AUTH = Pattern.compile("token|none");

  public HttpSection {
    host = Objects.requireNonNullElse(host, "127.0.0.1");
    port = Objects.requireNonNullElse(port, 7070);
    Settings.between("http.port", port, 0, HttpConfig.PORT_MAX);
    auth = Objects.requireNonNullElse(auth, "token");
    Settings.matching("http.auth", auth, AUTH, "token or none");
    if (auth.equals("none")) {
      var _ = config(host, port, new Authentication.Open());
    }
    tokenFile = Objects.requireNonNullElse(tokenFile, "token");
    issuers = issuers == null ? List.of() : List.copyOf(issuers);
  }

  /**
   * The server's configuration, with the files of tokens read or made.
   *
   * @param home what a relative file is relative to
   * @throws ConfigException when a file holds no token or no principals, the host does not resolve,
   *     or anybody but this machine could connect without a token
   */
  public HttpConfig open(Path home) throws IOException {
    Authentication authentication =
        auth.equals("none")
            ? new Authentication.Open()
            : new Authentication.Bearer(credentials(home));
    return config(host, port, authentication);
  }

  private static HttpConfig config(String host, int port, Authentication authentication) {
    try {
      return new HttpConfig(host, port, authentication, HttpLimits.defaults());
    } catch (IllegalArgumentException e) {
      throw new ConfigException("the section http: " + e.getMessage());
    }
  }

  private Credentials credentials(Path home) throws IOException {
    return Credentials.of(
        operator(home),
        principals == null ? null : home.resolve(principals),
        OidcTokens.of(issuers, home, InstantSource.system()),
        InstantSource.system());
  }

  private BearerToken operator(Path home) throws IOException {
    Path file = home.resolve(tokenFile);
    try {
      return BearerToken.loadOrCreate(file);
    } catch (IllegalArgumentException e) {
      throw new ConfigException("the token file " + file + ": " + e.getMessage());
    }
  }
}
