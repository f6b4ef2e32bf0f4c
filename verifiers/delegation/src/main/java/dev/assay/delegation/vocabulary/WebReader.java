package dev.assay.delegation.vocabulary;

import dev.assay.delegation.DelegationLimits;
import dev.assay.egress.EgressPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import okhttp3.CookieJar;
import okhttp3.Dns;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * Fetches one URL, each hop through the {@link EgressPolicy}. A connection is made only to the
 * addresses that the policy saw for this hop; names are never looked up a second time, and proxies
 * of the environment are not used.
 */
final class WebReader {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private final EgressPolicy policy;

  WebReader(EgressPolicy policy) {
    this.policy = policy;
  }

  /** An answer; header names are in lower case. */
  record Answer(int status, String url, Map<String, String> headers, String body) {}

  /** The shared connection-less client; every call gets its own pinned addresses. */
  private static final class Shared {
    static final OkHttpClient CLIENT =
        new OkHttpClient.Builder()
            .followRedirects(false)
            .followSslRedirects(false)
            .retryOnConnectionFailure(false)
            .proxy(Proxy.NO_PROXY)
            .cookieJar(CookieJar.NO_COOKIES)
            .protocols(List.of(Protocol.HTTP_1_1))
            .connectionPool(new okhttp3.ConnectionPool(0, 1, java.util.concurrent.TimeUnit.SECONDS))
            .build();

    private Shared() {}
  }

  /**
   * Fetches {@code url}.
   *
   * @throws IOException when a hop is denied, or the answer does not come in time or is too large
   */
  Answer fetch(String method, String url, Map<String, String> headers, Duration time)
      throws IOException {
    long deadline = System.nanoTime() + time.toNanos();
    String at = url;
    Map<String, String> sent = headers;
    for (int hop = 0; hop <= DelegationLimits.HTTP_REDIRECTS_MAX; hop++) {
      EgressPolicy.Answer.Allowed target = allowed(at, hop);
      try (Response response = call(method, target, sent, deadline)) {
        String location = response.header("Location");
        if (!REDIRECTS.contains(response.code()) || location == null) {
          return answer(response, at);
        }
        URI next = target.uri().resolve(location);
        if (leavesSecurity(target.uri(), next)) {
          throw new IOException("network sandbox: a redirect leaves https");
        }
        sent = sameOrigin(target.uri(), next) ? sent : Map.of();
        at = next.toString();
      } catch (IllegalArgumentException e) {
        throw new IOException("expected a redirect to a URL, found something else", e);
      }
    }
    throw new IOException(
        "expected at most " + DelegationLimits.HTTP_REDIRECTS_MAX + " redirects, found more");
  }

  private EgressPolicy.Answer.Allowed allowed(String url, int hop) throws IOException {
    return switch (policy.check(url)) {
      case EgressPolicy.Answer.Allowed target -> target;
      case EgressPolicy.Answer.Denied(String why) ->
          throw new IOException("network sandbox: " + (hop == 0 ? "" : "after a redirect ") + why);
    };
  }

  private static boolean leavesSecurity(URI from, URI to) {
    return "https".equalsIgnoreCase(from.getScheme()) && !"https".equalsIgnoreCase(to.getScheme());
  }

  private static boolean sameOrigin(URI from, URI to) {
    return String.valueOf(from.getScheme()).equalsIgnoreCase(to.getScheme())
        && String.valueOf(from.getRawAuthority()).equalsIgnoreCase(to.getRawAuthority());
  }

  private static Response call(
      String method, EgressPolicy.Answer.Allowed target, Map<String, String> headers, long deadline)
      throws IOException {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw new IOException("expected an answer in time, found none");
    }
    Request.Builder request =
        new Request.Builder().url(target.uri().toString()).method(method, null);
    request.header("User-Agent", "assay-delegation");
    headers.forEach(request::header);
    OkHttpClient client =
        Shared.CLIENT
            .newBuilder()
            .dns(new Pinned(target.addresses()))
            .callTimeout(Duration.ofNanos(left))
            .connectTimeout(Duration.ofNanos(left))
            .readTimeout(Duration.ofNanos(left))
            .build();
    return client.newCall(request.build()).execute();
  }

  /** Answers what was checked, whatever a name server would say by now. */
  private record Pinned(List<InetAddress> addresses) implements Dns {
    @Override
    public List<InetAddress> lookup(String hostname) throws UnknownHostException {
      return addresses;
    }
  }

  private static Answer answer(Response response, String url) throws IOException {
    BufferedSource source = response.body().source();
    if (source.request(DelegationLimits.HTTP_BODY_BYTES_MAX + 1L)) {
      throw new IOException(
          "expected a body of at most "
              + DelegationLimits.HTTP_BODY_BYTES_MAX
              + " bytes, found a larger one");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    Headers given = response.headers();
    for (int i = 0; i < given.size(); i++) {
      headers.merge(given.name(i).toLowerCase(Locale.ROOT), given.value(i), (a, b) -> a + ", " + b);
    }
    return new Answer(response.code(), url, headers, source.readString(StandardCharsets.UTF_8));
  }
}
