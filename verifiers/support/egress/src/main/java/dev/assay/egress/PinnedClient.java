package dev.assay.egress;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.ConnectionPool;
import okhttp3.CookieJar;
import okhttp3.Dns;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Fetches URLs for verifiers, each hop of a redirect through the {@link EgressPolicy}. A connection
 * is made only to the addresses that the policy saw for this hop, under the name that was asked
 * for; names are never looked up a second time, and proxies of the environment are not used.
 */
public final class PinnedClient {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private final EgressPolicy policy;
  private final Bounds bounds;

  /** A client that asks {@code policy} about every hop. */
  public PinnedClient(EgressPolicy policy, Bounds bounds) {
    this.policy = policy;
    this.bounds = bounds;
  }

  /**
   * What one fetch may take.
   *
   * @param userAgent what the client calls itself
   * @param bodyBytesMax bytes of an answer's body, decompressed
   * @param redirectsMax redirects followed
   */
  public record Bounds(String userAgent, int bodyBytesMax, int redirectsMax) {}

  /** The policy does not allow a hop; the message names no part of the URL. */
  public static class DeniedException extends IOException {

    private static final long serialVersionUID = 1L;

    DeniedException(String message) {
      super(message);
    }
  }

  /** The host of a hop has no address that could be looked up, so that there is none to allow. */
  public static final class UnresolvedException extends DeniedException {

    private static final long serialVersionUID = 1L;

    UnresolvedException(String message) {
      super(message);
    }
  }

  /** An answer's body is larger than the bounds say. */
  public static final class BodyTooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    BodyTooLargeException(int bytesMax) {
      super("expected a body of at most " + bytesMax + " bytes, found a larger one");
    }
  }

  /** An answer that came in time and within its bounds. */
  public static final class Answer {

    private final int status;
    private final String url;
    private final Map<String, String> headers;
    private final byte[] body;

    private Answer(int status, String url, Map<String, String> headers, byte[] body) {
      this.status = status;
      this.url = url;
      this.headers = Map.copyOf(headers);
      this.body = body;
    }

    /** The HTTP status; a redirect only of what is not followed. */
    public int status() {
      return status;
    }

    /** The URL of the last hop. */
    public String url() {
      return url;
    }

    /** The headers by name in lower case; values of one name are joined. */
    public Map<String, String> headers() {
      return headers;
    }

    /** The body. */
    public byte[] bytes() {
      return body.clone();
    }

    /** The body. */
    public String text(Charset charset) {
      return new String(body, charset);
    }
  }

  /** The shared client without connections of its own; every call gets its own addresses. */
  private static final class Shared {
    static final OkHttpClient CLIENT =
        new OkHttpClient.Builder()
            .followRedirects(false)
            .followSslRedirects(false)
            .retryOnConnectionFailure(false)
            .proxy(Proxy.NO_PROXY)
            .cookieJar(CookieJar.NO_COOKIES)
            .protocols(List.of(Protocol.HTTP_1_1))
            .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
            .build();

    private Shared() {}
  }

  /**
   * Fetches {@code url} and what it redirects to.
   *
   * @param headers sent along while the origin stays the same
   * @param time for everything: looking up names, connecting, redirects, the whole body
   * @throws DeniedException when the policy denies a hop
   * @throws IOException when the answer does not come in time or is too large
   */
  public Answer fetch(String method, String url, Map<String, String> headers, Duration time)
      throws IOException {
    long deadline = System.nanoTime() + time.toNanos();
    String at = url;
    Map<String, String> sent = headers;
    for (int hop = 0; hop <= bounds.redirectsMax(); hop++) {
      EgressPolicy.Answer.Allowed target = allowed(at, hop, deadline);
      try (Response response = call(method, target, sent, null, deadline)) {
        String location = response.header("Location");
        if (!REDIRECTS.contains(response.code()) || location == null) {
          return answer(response, at);
        }
        URI next = target.uri().resolve(location);
        if (leavesSecurity(target.uri(), next)) {
          throw new DeniedException("a redirect leaves https");
        }
        sent = sameOrigin(target.uri(), next) ? sent : Map.of();
        at = next.toString();
      } catch (IllegalArgumentException e) {
        throw new IOException("expected a redirect to a URL, found something else", e);
      }
    }
    throw new IOException("expected at most " + bounds.redirectsMax() + " redirects, found more");
  }

  /**
   * Posts {@code body} to {@code url}. A redirect is an answer and is not followed.
   *
   * @param time for everything, as of {@link #fetch}
   * @throws DeniedException when the policy denies it
   * @throws IOException when the answer does not come in time or is too large
   */
  public Answer post(
      String url, Map<String, String> headers, String mediaType, byte[] body, Duration time)
      throws IOException {
    long deadline = System.nanoTime() + time.toNanos();
    EgressPolicy.Answer.Allowed target = allowed(url, 0, deadline);
    RequestBody sent = RequestBody.create(body, MediaType.get(mediaType));
    try (Response response = call("POST", target, headers, sent, deadline)) {
      return answer(response, url);
    }
  }

  /**
   * Posts as {@link #post} does, and reads of the answer its status and headers: whatever its body
   * is, the answer here has an empty one.
   *
   * @throws DeniedException when the policy denies it
   * @throws IOException when status and headers do not come in time
   */
  public Answer tell(
      String url, Map<String, String> headers, String mediaType, byte[] body, Duration time)
      throws IOException {
    long deadline = System.nanoTime() + time.toNanos();
    EgressPolicy.Answer.Allowed target = allowed(url, 0, deadline);
    RequestBody sent = RequestBody.create(body, MediaType.get(mediaType));
    try (Response response = call("POST", target, headers, sent, deadline)) {
      return new Answer(response.code(), url, headers(response), new byte[0]);
    }
  }

  /** Asks the policy, and waits for its look-up no longer than there is time. */
  private EgressPolicy.Answer.Allowed allowed(String url, int hop, long deadline)
      throws IOException {
    FutureTask<EgressPolicy.Answer> asked = new FutureTask<>(() -> policy.check(url));
    Thread.ofVirtual().start(asked);
    try {
      return switch (asked.get(left(deadline), TimeUnit.NANOSECONDS)) {
        case EgressPolicy.Answer.Allowed target -> target;
        case EgressPolicy.Answer.Denied(String why) -> throw new DeniedException(after(hop) + why);
        case EgressPolicy.Answer.Unresolved _ ->
            throw new UnresolvedException(after(hop) + "the host cannot be resolved");
      };
    } catch (TimeoutException e) {
      throw new IOException("expected the addresses of the host in time: timeout", e);
    } catch (ExecutionException e) {
      throw new IOException("the URL could not be checked", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("the fetch was interrupted");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      asked.cancel(true);
    }
  }

  private static String after(int hop) {
    return hop == 0 ? "" : "after a redirect ";
  }

  private static long left(long deadline) throws IOException {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw new IOException("expected an answer in time, found none: timeout");
    }
    return left;
  }

  private static boolean leavesSecurity(URI from, URI to) {
    return "https".equalsIgnoreCase(from.getScheme()) && !"https".equalsIgnoreCase(to.getScheme());
  }

  private static boolean sameOrigin(URI from, URI to) {
    return String.valueOf(from.getScheme()).equalsIgnoreCase(to.getScheme())
        && String.valueOf(from.getRawAuthority()).equalsIgnoreCase(to.getRawAuthority());
  }

  private Response call(
      String method,
      EgressPolicy.Answer.Allowed target,
      Map<String, String> headers,
      @Nullable RequestBody body,
      long deadline)
      throws IOException {
    Duration left = Duration.ofNanos(left(deadline));
    Request.Builder request =
        new Request.Builder().url(target.uri().toString()).method(method, body);
    request.header("User-Agent", bounds.userAgent());
    headers.forEach(request::header);
    OkHttpClient client =
        Shared.CLIENT
            .newBuilder()
            .dns(new Pinned(target.addresses()))
            .callTimeout(left)
            .connectTimeout(left)
            .readTimeout(left)
            .build();
    return client.newCall(request.build()).execute();
  }

  /** Answers what was checked, whatever a name server would say by now. */
  private record Pinned(List<InetAddress> addresses) implements Dns {
    @Override
    public List<InetAddress> lookup(String hostname) {
      return addresses;
    }
  }

  private Answer answer(Response response, String url) throws IOException {
    BufferedSource source = response.body().source();
    if (source.request(bounds.bodyBytesMax() + 1L)) {
      throw new BodyTooLargeException(bounds.bodyBytesMax());
    }
    return new Answer(response.code(), url, headers(response), source.readByteArray());
  }

  private static Map<String, String> headers(Response response) {
    Map<String, String> headers = new LinkedHashMap<>();
    Headers given = response.headers();
    for (int i = 0; i < given.size(); i++) {
      headers.merge(given.name(i).toLowerCase(Locale.ROOT), given.value(i), (a, b) -> a + ", " + b);
    }
    return headers;
  }
}
