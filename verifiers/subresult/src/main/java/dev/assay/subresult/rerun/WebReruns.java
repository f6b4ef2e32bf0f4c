package dev.assay.subresult.rerun;

import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.subresult.document.RerunHint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Repeats fetches and searches over HTTP, each hop through the {@link EgressPolicy}.
 *
 * <p>Proxies of the environment are not used, since the policy could not see behind them. The
 * connection uses the address that the policy saw, from the address cache of the Java platform. One
 * instance serves one verification and one thread.
 */
public final class WebReruns implements Reruns {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private final EgressPolicy fetching;
  private final EgressPolicy searching;
  private final @Nullable SearchEndpoint search;
  private final RerunLimits limits;
  private @Nullable HttpClient client;
  private int reruns;

  /**
   * Fetches from the {@code allowed} hosts; searches go to the endpoint, whose configuration names
   * its host, and are unavailable without one.
   */
  public WebReruns(List<AllowedHost> allowed, @Nullable SearchEndpoint search, RerunLimits limits) {
    this.fetching = new EgressPolicy(allowed);
    this.searching =
        search == null
            ? fetching
            : new EgressPolicy(Stream.concat(allowed.stream(), Stream.of(search.host())).toList());
    this.search = search;
    this.limits = limits;
  }

  @Override
  public RerunResult fetch(RerunHint.WebFetch hint) {
    return call(hint.url(), fetching);
  }

  @Override
  public RerunResult search(RerunHint.WebSearch hint) {
    if (search == null) {
      return new RerunResult.Unavailable("no search endpoint is configured");
    }
    return switch (call(search.url(hint), searching)) {
      case RerunResult.Text(String body) -> search.results(body, hint);
      case RerunResult.Unavailable unavailable -> unavailable;
    };
  }

  @Override
  public void close() {
    if (client != null) {
      client.shutdownNow();
    }
  }

  private RerunResult call(String url, EgressPolicy policy) {
    if (policy.deniesAll()) {
      return new RerunResult.Unavailable("web reruns are not allowed: no host is named");
    }
    if (++reruns > limits.rerunsMax()) {
      return new RerunResult.Unavailable(
          "only " + limits.rerunsMax() + " reruns are made in one verification");
    }
    try {
      return follow(url, policy, System.nanoTime() + limits.time().toNanos());
    } catch (TimeoutException e) {
      return new RerunResult.Unavailable("the rerun took longer than " + limits.time());
    } catch (ExecutionException | IOException e) {
      return new RerunResult.Unavailable("the rerun failed or its answer was too large");
    } catch (IllegalArgumentException e) {
      return new RerunResult.Unavailable("the URL cannot be requested");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new RerunResult.Unavailable("the rerun was interrupted");
    }
  }

  private RerunResult follow(String url, EgressPolicy policy, long deadlineNanos)
      throws TimeoutException, ExecutionException, IOException, InterruptedException {
    String at = url;
    boolean secure = false;
    for (int hop = 0; hop <= limits.redirectsMax(); hop++) {
      URI uri;
      switch (policy.check(at)) {
        case EgressPolicy.Answer.Denied(String why) -> {
          return new RerunResult.Unavailable((hop == 0 ? "" : "after a redirect: ") + why);
        }
        case EgressPolicy.Answer.Allowed(URI allowed, var _) -> uri = allowed;
      }
      boolean https = "https".equalsIgnoreCase(uri.getScheme());
      if (secure && !https) {
        return new RerunResult.Unavailable("a redirect leaves https");
      }
      secure = https;
      HttpResponse<byte[]> response = send(uri, deadlineNanos);
      if (!REDIRECTS.contains(response.statusCode())) {
        return text(response);
      }
      at = uri.resolve(response.headers().firstValue("location").orElse("")).toString();
    }
    return new RerunResult.Unavailable("more than " + limits.redirectsMax() + " redirects");
  }

  private HttpResponse<byte[]> send(URI uri, long deadlineNanos)
      throws TimeoutException, ExecutionException, InterruptedException {
    Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
    if (!left.isPositive()) {
      throw new TimeoutException();
    }
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(left)
            .header("Accept", "text/html, text/plain, application/json, */*;q=0.5")
            .header("User-Agent", "assay-cf-verify")
            .GET()
            .build();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client()
            .sendAsync(
                request,
                HttpResponse.BodyHandlers.limiting(
                    HttpResponse.BodyHandlers.ofByteArray(), limits.responseBytesMax()));
    try {
      return answer.get(left.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      answer.cancel(true);
    }
  }

  private static RerunResult text(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    if (status < 200 || status > 299) {
      return new RerunResult.Unavailable("the server answered with status " + status);
    }
    String type = response.headers().firstValue("content-type").orElse("");
    String text = PageText.of(type, new String(response.body(), charset(type)));
    return text.isBlank()
        ? new RerunResult.Unavailable("the server answered with no text")
        : new RerunResult.Text(text.replace("\r\n", "\n"));
  }

  private static Charset charset(String contentType) {
    int at = contentType.toLowerCase(Locale.ROOT).indexOf("charset=");
    if (at < 0) {
      return StandardCharsets.UTF_8;
    }
    String name = contentType.substring(at + "charset=".length()).split(";", 2)[0];
    try {
      return Charset.forName(name.strip().replace("\"", ""));
    } catch (IllegalArgumentException e) {
      return StandardCharsets.UTF_8;
    }
  }

  private HttpClient client() {
    HttpClient current = client;
    if (current == null) {
      current =
          HttpClient.newBuilder()
              .followRedirects(HttpClient.Redirect.NEVER)
              .proxy(HttpClient.Builder.NO_PROXY)
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(limits.time())
              .build();
      client = current;
    }
    return current;
  }
}
