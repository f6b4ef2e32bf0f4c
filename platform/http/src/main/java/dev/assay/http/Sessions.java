package dev.assay.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * The sessions of browsers, in memory. A session begins with a token, stands for it, and lets in
 * whom the token lets in at that moment; it ends with the token, after {@link
 * HttpLimits#SESSION_IDLE_MILLIS} without a request, and after {@link
 * HttpLimits#SESSION_MILLIS_MAX} in any case. Its name is a cookie that scripts cannot read.
 */
final class Sessions {

  /** The header that carries {@link Session#csrf}. */
  static final String CSRF_HEADER = "X-Assay-CSRF";

  private static final Duration IDLE = Duration.ofMillis(HttpLimits.SESSION_IDLE_MILLIS);
  private static final Duration WHOLE = Duration.ofMillis(HttpLimits.SESSION_MILLIS_MAX);

  /**
   * A session whose principal is let in now.
   *
   * @param csrf what calls that change something must repeat, since a foreign page cannot read it
   * @param ends when it ends at the latest
   */
  record Session(Principal principal, String csrf, Instant ends) {

    /** Whether {@code shown} is its CSRF token. */
    boolean hasCsrf(String shown) {
      return MessageDigest.isEqual(csrf.getBytes(UTF_8), shown.getBytes(UTF_8));
    }
  }

  /** A session that has begun, and the cookie's value. */
  record Begun(String id, Session session) {}

  /** What is kept of a session. */
  private static final class Kept {

    private final Credentials.Grant grant;
    private final String principal;
    private final String csrf;
    private final Instant began;
    private Instant used;

    private Kept(Credentials.Grant grant, String principal, Instant began) {
      this.grant = grant;
      this.principal = principal;
      this.csrf = BearerToken.random();
      this.began = began;
      this.used = began;
    }

    private boolean over(Instant now) {
      return !now.isBefore(used.plus(IDLE)) || !now.isBefore(began.plus(WHOLE));
    }
  }

  private final InstantSource clock;
  private final IntSupplier port;

  /** By the digest of their names; guarded by itself. */
  private final Map<String, Kept> kept = new HashMap<>();

  /**
   * No session yet.
   *
   * @param port where the server listens; names the cookie, as cookies are of a host with all its
   *     ports
   */
  Sessions(InstantSource clock, IntSupplier port) {
    this.clock = clock;
    this.port = port;
  }

  /** The cookie's name. */
  String cookie() {
    return "assay-session-" + port.getAsInt();
  }

  /**
   * Begins a session for whom {@code grant} lets in. The one that was used least recently makes
   * room: of the same principal when that has {@link HttpLimits#SESSIONS_OF_PRINCIPAL_MAX}, of all
   * when there are {@link HttpLimits#SESSIONS_MAX}.
   */
  Optional<Begun> begin(Credentials.Grant grant) {
    return grant
        .now()
        .map(principal -> {
          Instant now = clock.instant();
          String id = BearerToken.random();
          Kept begun = new Kept(grant, principal.id(), now);
          synchronized (kept) {
            kept.values().removeIf(each -> each.over(now));
            makeRoom(principal.id());
            kept.put(BearerToken.of(id).sha256(), begun);
          }
          return new Begun(id, session(principal, begun));
        });
  }

  /** The live session that {@code cookies}, the header, names. */
  Optional<Session> find(Optional<String> cookies) {
    for (String digest : named(cookies)) {
      Instant now = clock.instant();
      Kept found;
      synchronized (kept) {
        found = kept.get(digest);
        if (found != null && found.over(now)) {
          kept.remove(digest);
          found = null;
        }
      }
      if (found == null) {
        continue;
      }
      Optional<Principal> principal = found.grant.now();
      synchronized (kept) {
        if (principal.isEmpty()) {
          kept.remove(digest);
          continue;
        }
        found.used = now;
      }
      return Optional.of(session(principal.get(), found));
    }
    return Optional.empty();
  }

  /** Ends the sessions that {@code cookies}, the header, names. */
  void end(Optional<String> cookies) {
    synchronized (kept) {
      named(cookies).forEach(kept::remove);
    }
  }

  private static Session session(Principal principal, Kept of) {
    return new Session(principal, of.csrf, of.began.plus(WHOLE));
  }

  private void makeRoom(String principal) {
    List<Map.Entry<String, Kept>> own =
        kept.entrySet().stream()
            .filter(each -> each.getValue().principal.equals(principal))
            .toList();
    if (own.size() >= HttpLimits.SESSIONS_OF_PRINCIPAL_MAX) {
      kept.remove(leastRecent(own));
    } else if (kept.size() >= HttpLimits.SESSIONS_MAX) {
      kept.remove(leastRecent(List.copyOf(kept.entrySet())));
    }
  }

  private static String leastRecent(List<Map.Entry<String, Kept>> some) {
    return some.stream()
        .min(Comparator.comparing((Map.Entry<String, Kept> each) -> each.getValue().used))
        .orElseThrow()
        .getKey();
  }

  /** The digests of the cookie's values; more than one when another server of this host set it. */
  private List<String> named(Optional<String> cookies) {
    String prefix = cookie() + "=";
    return Arrays.stream(cookies.orElse("").split("[;,]", -1))
        .map(String::strip)
        .filter(each -> each.startsWith(prefix))
        .limit(HttpLimits.SESSION_COOKIES_MAX)
        .flatMap(each -> BearerToken.digestOf(each.substring(prefix.length())).stream())
        .toList();
  }
}
