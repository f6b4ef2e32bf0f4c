package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Decides whether a request may be looked at: the Host header of a loopback server names this
 * server (a web page cannot make a browser reach it under another name), and calls that are not
 * public carry the token.
 */
final class Gatekeeper {

  private static final String SCHEME = "bearer ";

  private final Authentication authentication;
  private final Supplier<Set<String>> hosts;

  /**
   * A gatekeeper.
   *
   * @param hosts the accepted values of Host; any when empty
   */
  Gatekeeper(Authentication authentication, Supplier<Set<String>> hosts) {
    this.authentication = authentication;
    this.hosts = hosts;
  }

  /** The names under which a loopback server on {@code port} is reached. */
  static Set<String> loopbackHosts(int port) {
    return port == 80
        ? Set.of("127.0.0.1", "localhost", "[::1]", "127.0.0.1:80", "localhost:80", "[::1]:80")
        : Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
  }

  /** Why a request with this Host header is refused; empty when it is not. */
  Optional<Rejection> host(Optional<String> host) {
    Set<String> accepted = hosts.get();
    if (accepted.isEmpty() || accepted.contains(host.orElse("").toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    return Optional.of(
        Rejection.of(
            ErrorCode.HOST_REFUSED,
            "expected a Host header out of "
                + String.join(", ", accepted.stream().sorted().toList())
                + ", found "
                + Require.quoted(host.orElse(""))));
  }

  /** Why a request with this Authorization header is refused; empty when it is not. */
  Optional<Rejection> caller(Optional<String> authorization) {
    return switch (authentication) {
      case Authentication.Open() -> Optional.empty();
      case Authentication.Bearer(BearerToken token) ->
          authorization.filter(value -> carries(token, value)).isPresent()
              ? Optional.empty()
              : Optional.of(
                  Rejection.of(
                      ErrorCode.UNAUTHENTICATED,
                      "expected Authorization: Bearer with this server's token, found "
                          + (authorization.isPresent() ? "another value" : "no such header")
                          + "; the embedded form keeps its token in <data-dir>/token"));
    };
  }

  /** Whether a request with this Authorization header shows the server's token. */
  boolean shows(Optional<String> authorization) {
    return authentication instanceof Authentication.Bearer(BearerToken token)
        && authorization.filter(value -> carries(token, value)).isPresent();
  }

  /** Who calls a route that {@link #caller} let in; {@code open} ones ask nobody. */
  String principal(boolean open) {
    return switch (authentication) {
      case Authentication.Open() -> Authentication.ANONYMOUS;
      case Authentication.Bearer _ -> open ? Authentication.ANONYMOUS : Authentication.OPERATOR;
    };
  }

  private static boolean carries(BearerToken token, String authorization) {
    return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && token.matches(authorization.substring(SCHEME.length()).strip());
  }
}
