package dev.assay.http;

import dev.assay.http.HttpConfig.Authentication;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Decides whether a request may be looked at: the Host header of a loopback server names this
 * server (a web page cannot make a browser reach it under another name), and calls that are not
 * public are of a principal that may make them.
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

  /** Who sends this Authorization header; empty when it is nobody whom this server knows. */
  Optional<Principal> principal(Optional<String> authorization) {
    return switch (authentication) {
      case Authentication.Open() ->
          Optional.of(new Principal(Principal.ANONYMOUS, Set.of(Role.OPERATE), null));
      case Authentication.Bearer(Credentials credentials) ->
          authorization
              .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
              .flatMap(value -> credentials.principal(value.substring(SCHEME.length()).strip()));
    };
  }

  /** Why a request with this Authorization header, which nobody known sends, is refused. */
  static Rejection unknown(Optional<String> authorization) {
    return Rejection.of(
        ErrorCode.UNAUTHENTICATED,
        "expected Authorization: Bearer with a token that this server knows and that has not"
            + " expired, found "
            + (authorization.isPresent() ? "another value" : "no such header")
            + "; the embedded form keeps its tokens in <data-dir>/tokens");
  }

  /** Why {@code principal} may not call a route that needs what it has not. */
  static Rejection forbidden(Permission needs, Principal principal) {
    return Rejection.of(
        ErrorCode.FORBIDDEN,
        "expected a principal with the role "
            + needs.inWords()
            + ", found "
            + principal.id()
            + " with "
            + principal.roles().stream()
                .map(Role::text)
                .sorted()
                .collect(Collectors.joining(", ")));
  }
}
