package dev.assay.http;

import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Settings;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An issuer whose OpenID Connect tokens let somebody in: continuous integration, or a company's
 * sign-on (OpenID Connect Core 1.0, section 2). Its token needs no secret of ours.
 *
 * @param issuer the claim {@code iss}, character for character
 * @param audience one of the values of the claim {@code aud}; tokens for others are not for us
 * @param jwks URL of the issuer's keys (RFC 7517), https unless it is on this machine
 * @param jwksFile file with the keys: those of an issuer that cannot be reached from here, or when
 *     {@code jwks} does not answer
 * @param rules whom its tokens stand for; the first that fits counts, and none lets nobody in
 */
public record OidcIssuer(
    String issuer,
    String audience,
    @Nullable String jwks,
    @Nullable String jwksFile,
    List<Rule> rules) {

  /**
   * Whom a token stands for.
   *
   * @param id the principal's name, and the beginning of it where {@code idClaim} is given
   * @param idClaim a claim whose value ends the name after a slash, so that records tell one
   *     repository or person from another; a token without it, or with a value that no id can have,
   *     is refused
   * @param claims what the token must say, each a text in which {@code *} stands for any
   *     characters; at least one, since issuers such as GitHub give tokens to everybody
   * @param roles as in {@code assay tokens create}
   * @param fleets the fleets that it acts for
   */
  public record Rule(
      String id,
      @Nullable String idClaim,
      Map<String, String> claims,
      List<String> roles,
      @Nullable List<String> fleets) {

    /** Checks the claims; that roles and fleets fit is checked as for every principal. */
    public Rule {
      claims = Map.copyOf(Objects.requireNonNullElse(claims, Map.of()));
      if (claims.isEmpty() || claims.size() > HttpLimits.CLAIMS_MAX) {
        throw new IllegalArgumentException(
            "expected 1 to "
                + HttpLimits.CLAIMS_MAX
                + " claims in a rule of http.issuers, found "
                + claims.size()
                + "; an issuer's tokens alone say nothing about whose they are");
      }
      roles = roles == null ? List.of() : roles;
      try {
        var _ = new Principals(List.of(new Principals.Entry(id, roles, fleets, List.of())));
      } catch (RejectedException e) {
        throw new IllegalArgumentException(
            "in a rule of http.issuers: " + e.rejection().detail(), e);
      }
    }

    /** The principal of a token that this rule fits, under {@code name}. */
    Principal principal(String name) {
      return new Principals.Entry(name, roles, fleets, List.of()).principal();
    }
  }

  /** Checks that its tokens can be verified and mean something. */
  public OidcIssuer {
    Settings.given("http.issuers.issuer", issuer);
    Settings.given("http.issuers.audience", audience);
    rules = rules == null ? List.of() : List.copyOf(rules);
    if (rules.isEmpty() || rules.size() > HttpLimits.RULES_MAX) {
      throw new IllegalArgumentException(
          "expected 1 to "
              + HttpLimits.RULES_MAX
              + " rules of the issuer "
              + issuer
              + ", found "
              + rules.size());
    }
    if (jwks == null && jwksFile == null) {
      throw new IllegalArgumentException(
          "expected jwks or jwksFile of the issuer " + issuer + ", found neither");
    }
    if (jwks != null && !confidential(jwks)) {
      throw new IllegalArgumentException(
          "expected an https URL as jwks of the issuer "
              + issuer
              + ", or an http URL on this machine, found another");
    }
  }

  private static boolean confidential(String url) {
    try {
      URI uri = URI.create(url);
      String host = uri.getHost();
      return host != null
          && ("https".equals(uri.getScheme())
              || "http".equals(uri.getScheme())
                  && List.of("127.0.0.1", "localhost", "[::1]").contains(host));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
