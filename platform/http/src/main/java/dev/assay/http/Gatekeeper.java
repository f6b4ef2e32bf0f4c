package dev.assay.http;

import dev.assay.http.HttpConfig.Authentication;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may be looked at: the Host header of a loopback server names this
 * server (a web page cannot make a browser reach it under another name), calls that are not public
 * are of a principal that may make them, and a browser that calls by itself, without a token that a
 * script has put in, does so for a page of this server.
 */
final class Gatekeeper {

  private static final String SCHEME = "bearer ";
  private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
  private static final HeaderName CSRF = HeaderNames.create(Sessions.CSRF_HEADER);
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  /**
   * Who sends a request.
   *
   * @param shown whether it shows a token, which no foreign page can make a browser do
   * @param session the session that lets it in where it shows none, or null
   */
  record Caller(Principal principal, boolean shown, Sessions.@Nullable Session session) {}

  private final Authentication authentication;
  private final Supplier<Set<String>> hosts;
  private final Sessions sessions;

  /**
   * A gatekeeper.
   *
   * @param hosts the accepted values of Host; any when empty
   */
  Gatekeeper(Authentication authentication, Supplier<Set<String>> hosts, Sessions sessions) {
    this.authentication = authentication;
    this.hosts = hosts;
    this.sessions = sessions;
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
          bearer(authorization).flatMap(credentials::principal);
    };
  }

  /** The token of an Authorization header. */
  static Optional<String> bearer(Optional<String> authorization) {
    return authorization
        .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .map(value -> value.substring(SCHEME.length()).strip());
  }

  /**
   * Who sends these headers; empty when it is nobody whom this server knows, or when several
   * Authorization headers say who it is. A cookie counts only where there is no Authorization
   * header, and not when the browser says that another site's page asks, be it on another port of
   * this host.
   */
  Optional<Caller> caller(Headers headers) {
    if (headers.all(HeaderNames.AUTHORIZATION, List::of).size() > 1) {
      return Optional.empty();
    }
    Optional<String> authorization = headers.first(HeaderNames.AUTHORIZATION);
    Optional<Principal> known = principal(authorization);
    if (known.isPresent() || authorization.isPresent()) {
      return known.map(principal -> new Caller(principal, authorization.isPresent(), null));
    }
    Optional<String> cookies = headers.first(HeaderNames.COOKIE);
    boolean own = headers.first(FETCH_SITE).map(OWN_SITES::contains).orElse(true);
    return cookies.isEmpty() || !own
        ? Optional.empty()
        : sessions.find(cookies).map(session -> new Caller(session.principal(), false, session));
  }

  /**
   * Why {@code caller} may not change anything with these headers, when some other page may have
   * made the browser send them.
   */
  static Optional<Rejection> forged(Caller caller, Headers headers) {
    if (caller.shown()) {
      return Optional.empty();
    }
    String host = headers.first(HeaderNames.HOST).orElse("");
    Optional<String> origin = headers.first(HeaderNames.ORIGIN);
    if (origin.isPresent() && !ofHost(origin.get(), host)) {
      return Optional.of(
          Rejection.of(
              ErrorCode.CSRF_REFUSED,
              "expected an Origin of " + host + ", found " + Require.quoted(origin.get())));
    }
    Sessions.Session session = caller.session();
    Optional<String> csrf = headers.first(CSRF);
    if (session == null || csrf.filter(session::hasCsrf).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        Rejection.of(
            ErrorCode.CSRF_REFUSED,
            "expected "
                + Sessions.CSRF_HEADER
                + " with the csrf of POST /v1/session on a call of a session that changes"
                + " something, found "
                + (csrf.isPresent() ? "another value" : "no such header")));
  }

  private static boolean ofHost(String origin, String host) {
    int scheme = origin.indexOf("://");
    return scheme > 0 && origin.substring(scheme + 3).equalsIgnoreCase(host);
  }

  /** Why a request with this Authorization header, which nobody known sends, is refused. */
  static Rejection unknown(Optional<String> authorization) {
    return Rejection.of(
        ErrorCode.UNAUTHENTICATED,
        "expected Authorization: Bearer with a token that this server knows and that has not"
            + " expired, found "
            + (authorization.isPresent() ? "another value" : "no such header")
            + "; the embedded form keeps its tokens in <data-dir>/tokens, which commands find by"
            + " $ASSAY_DATA_DIR or --token-file");
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
