package dev.assay.http;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetParseException;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.ConfigurableJWTProcessor;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.assay.schemas.Bounded;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Ids;
import dev.assay.schemas.Outage;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets in who shows a signed token of a configured issuer (RFC 7519, RFC 9068's checks where they
 * apply to ID tokens): signature under one of the issuer's keys, {@code iss}, {@code aud}, {@code
 * exp} and {@code nbf}, and a rule that fits its claims. The JOSE part is a library's. Keys are
 * fetched when they are needed, kept for minutes, and asked for again at most twice in 30 s, so
 * that tokens with unknown keys make no load on the issuer.
 */
final class OidcTokens {

  private static final Logger LOG = LoggerFactory.getLogger(OidcTokens.class);
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256, JWSAlgorithm.ES384);

  /** No issuer: nobody is let in. */
  static final OidcTokens NONE = new OidcTokens(Map.of(), InstantSource.system());

  /** An issuer, how its tokens are verified, and the patterns of its rules. */
  private record Trusted(
      OidcIssuer issuer, ConfigurableJWTProcessor<SecurityContext> processor, List<Fit> rules) {}

  private record Fit(OidcIssuer.Rule rule, Map<String, Pattern> claims) {}

  /** A token that was verified, and until when it needs no second look. */
  private record Verified(Principal principal, Instant until) {}

  private final Map<String, Trusted> issuers;
  private final InstantSource clock;
  private final Outage outage = new Outage();
  private final Map<String, Verified> verified = Bounded.map(HttpLimits.VERIFIED_TOKENS_MAX, false);

  /** The issuers, by name. */
  List<OidcIssuer> trusted() {
    return issuers.values().stream()
        .map(Trusted::issuer)
        .sorted(Comparator.comparing(OidcIssuer::issuer))
        .toList();
  }

  private OidcTokens(Map<String, Trusted> issuers, InstantSource clock) {
    this.issuers = issuers;
    this.clock = clock;
  }

  /**
   * The tokens of these issuers.
   *
   * @param home what relative files of keys are relative to
   * @throws ConfigException when an issuer is named twice or its keys cannot be looked for
   */
  static OidcTokens of(List<OidcIssuer> issuers, Path home, InstantSource clock) {
    Map<String, Trusted> byName = new HashMap<>();
    for (OidcIssuer issuer : issuers) {
      List<Fit> fits = new ArrayList<>();
      for (OidcIssuer.Rule rule : issuer.rules()) {
        Map<String, Pattern> claims = new HashMap<>();
        rule.claims().forEach((claim, pattern) -> claims.put(claim, pattern(pattern)));
        fits.add(new Fit(rule, claims));
      }
      Trusted trusted =
          new Trusted(issuer, processor(issuer, keys(issuer, home), clock), List.copyOf(fits));
      if (byName.put(issuer.issuer(), trusted) != null) {
        throw new ConfigException("http.issuers has " + issuer.issuer() + " twice");
      }
    }
    return new OidcTokens(Map.copyOf(byName), clock);
  }

  private static ConfigurableJWTProcessor<SecurityContext> processor(
      OidcIssuer issuer, JWKSource<SecurityContext> keys, InstantSource clock) {
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
    processor.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            issuer.audience(),
            new JWTClaimsSet.Builder().issuer(issuer.issuer()).build(),
            Set.of("exp", "iat", "sub")) {
          @Override
          protected Date currentTime() {
            return Date.from(clock.instant());
          }
        });
    return processor;
  }

  private static JWKSource<SecurityContext> keys(OidcIssuer issuer, Path home) {
    String file = issuer.jwksFile();
    JWKSource<SecurityContext> kept = file == null ? null : fileKeys(home.resolve(file));
    String url = issuer.jwks();
    if (url == null) {
      return Objects.requireNonNull(kept);
    }
    try {
      JWKSourceBuilder<SecurityContext> builder =
          JWKSourceBuilder.<SecurityContext>create(URI.create(url).toURL(), new IssuerKeys())
              .cache(HttpLimits.JWKS_AGE_MILLIS, HttpLimits.JWKS_MILLIS_MAX)
              .refreshAheadCache(false)
              .rateLimited(HttpLimits.JWKS_ASK_EVERY_MILLIS)
              .outageTolerant(HttpLimits.JWKS_OUTAGE_MILLIS_MAX);
      return (kept == null ? builder : builder.failover(kept)).build();
    } catch (MalformedURLException e) {
      throw new ConfigException("expected a URL as jwks of " + issuer.issuer());
    }
  }

  private static JWKSource<SecurityContext> fileKeys(Path file) {
    return JWKSourceBuilder.create(new FileKeys(file))
        .cache(HttpLimits.JWKS_FILE_AGE_MILLIS, HttpLimits.JWKS_MILLIS_MAX)
        .refreshAheadCache(false)
        .rateLimited(false)
        .build();
  }

  /** Keys in a file, read anew whenever they are asked for. */
  private record FileKeys(Path file) implements JWKSetSource<SecurityContext> {

    @Override
    public JWKSet getJWKSet(
        JWKSetCacheRefreshEvaluator refresh, long currentTime, @Nullable SecurityContext context)
        throws JWKSetParseException, JWKSetUnavailableException {
      try {
        return JWKSet.load(file.toFile());
      } catch (IOException e) {
        throw new JWKSetUnavailableException("expected the keys in " + file, e);
      } catch (ParseException e) {
        throw new JWKSetParseException("expected a key set in " + file, e);
      }
    }

    @Override
    public void close() {}
  }

  private static Pattern pattern(String text) {
    return Pattern.compile(
        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  /** Whether {@code token} has the form of a signed token; others cost nothing. */
  private boolean concerns(String token) {
    return !issuers.isEmpty()
        && token.length() <= HttpLimits.JWT_CHARS_MAX
        && token.chars().filter(c -> c == '.').count() == 2;
  }

  /** Whom {@code token} lets in now. */
  Optional<Principal> principal(String token) {
    if (!concerns(token)) {
      return Optional.empty();
    }
    String digest = Digests.sha256Hex(token);
    Verified before = seen(digest);
    if (before != null) {
      return Optional.of(before.principal());
    }
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      Trusted trusted =
          issuers.get(Objects.requireNonNullElse(jwt.getJWTClaimsSet().getIssuer(), ""));
      if (trusted == null) {
        return refused("its issuer is not configured");
      }
      JWTClaimsSet claims = trusted.processor().process(jwt, null);
      outage.ends();
      Optional<Principal> found = principal(trusted, claims);
      found.ifPresent(principal -> keep(digest, principal, claims));
      return found;
    } catch (ParseException | BadJOSEException e) {
      return refused(String.valueOf(e.getMessage()));
    } catch (JOSEException e) {
      if (outage.begins()) {
        LOG.atWarn()
            .addKeyValue("reason", e.getMessage())
            .log("the keys of an issuer cannot be had; its tokens let nobody in until they can");
      }
      return Optional.empty();
    }
  }

  private static Optional<Principal> refused(String reason) {
    LOG.atDebug().addKeyValue("reason", reason).log("a signed token let nobody in");
    return Optional.empty();
  }

  private static Optional<Principal> principal(Trusted trusted, JWTClaimsSet claims) {
    for (Fit fit : trusted.rules()) {
      boolean fits =
          fit.claims().entrySet().stream()
              .allMatch(each ->
                  texts(claims.getClaim(each.getKey())).stream()
                      .anyMatch(text -> each.getValue().matcher(text).matches()));
      if (fits) {
        String claim = fit.rule().idClaim();
        List<String> named = claim == null ? List.of() : texts(claims.getClaim(claim));
        String id =
            claim == null ? fit.rule().id() : fit.rule().id() + "/" + String.join("", named);
        return claim != null && named.size() != 1 || !Ids.valid(id)
            ? refused("its claim " + claim + " is no name")
            : Optional.of(fit.rule().principal(id));
      }
    }
    return refused("no rule fits its claims");
  }

  /** What a claim says, as texts: one of a text, a number or a truth value, all of a list. */
  private static List<String> texts(@Nullable Object claim) {
    return switch (claim) {
      case null -> List.of();
      case String text -> List.of(text);
      case Number number -> List.of(number.toString());
      case Boolean truth -> List.of(truth.toString());
      case Collection<?> list -> list.stream().map(String::valueOf).toList();
      default -> List.of();
    };
  }

  private synchronized @Nullable Verified seen(String digest) {
    Verified found = verified.get(digest);
    if (found != null && !clock.instant().isBefore(found.until())) {
      verified.remove(digest);
      return null;
    }
    return found;
  }

  private synchronized void keep(String digest, Principal principal, JWTClaimsSet claims) {
    Instant soon = clock.instant().plusMillis(HttpLimits.VERIFIED_MILLIS_MAX);
    Instant end = claims.getExpirationTime().toInstant();
    verified.put(digest, new Verified(principal, end.isBefore(soon) ? end : soon));
  }
}
