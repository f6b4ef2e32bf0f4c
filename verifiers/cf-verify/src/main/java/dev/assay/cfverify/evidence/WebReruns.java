package dev.assay.cfverify.evidence;

import dev.assay.cfverify.document.SubResult.RerunHint;
import dev.assay.cfverify.evidence.Reruns.RerunLimits;
import dev.assay.cfverify.evidence.Reruns.RerunResult;
import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.egress.PinnedClient;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Repeats fetches and searches over HTTP, each hop through the {@link EgressPolicy}.
 *
 * <p>A connection is made to the addresses that the policy saw and to no others ({@link
 * PinnedClient}). One instance serves one verification and one thread.
 */
public final class WebReruns implements Reruns {

  private static final String ACCEPT = "text/html, text/plain, application/json, */*;q=0.5";

  private final EgressPolicy fetching;
  private final EgressPolicy searching;
  private final @Nullable SearchEndpoint search;
  private final RerunLimits limits;
  private int reruns;

  /**
   * Fetches from the {@code allowed} hosts; searches go to the endpoint, whose configuration names
   * its host, and are unavailable without one.
   */
  public WebReruns(List<AllowedHost> allowed, @Nullable SearchEndpoint search, RerunLimits limits) {
    this(
        new EgressPolicy(allowed),
        search == null
            ? new EgressPolicy(List.of())
            : new EgressPolicy(Stream.concat(allowed.stream(), Stream.of(search.host())).toList()),
        search,
        limits);
  }

  WebReruns(
      EgressPolicy fetching,
      EgressPolicy searching,
      @Nullable SearchEndpoint search,
      RerunLimits limits) {
    this.fetching = fetching;
    this.searching = searching;
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

  /** Keeps nothing open between two calls. */
  @Override
  public void close() {}

  private RerunResult call(String url, EgressPolicy policy) {
    if (policy.deniesAll()) {
      return new RerunResult.Unavailable("web reruns are not allowed: no host is named");
    }
    if (++reruns > limits.rerunsMax()) {
      return new RerunResult.Unavailable(
          "only " + limits.rerunsMax() + " reruns are made in one verification");
    }
    PinnedClient.Bounds bounds =
        new PinnedClient.Bounds(
            "assay-cf-verify", limits.responseBytesMax(), limits.redirectsMax());
    try {
      return text(
          new PinnedClient(policy, bounds)
              .fetch("GET", url, Map.of("Accept", ACCEPT), limits.time()));
    } catch (PinnedClient.DeniedException e) {
      return new RerunResult.Unavailable(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new RerunResult.Unavailable(
          "the rerun failed, took longer than " + limits.time() + " or its answer was too large");
    } catch (IllegalArgumentException e) {
      return new RerunResult.Unavailable("the URL cannot be requested");
    }
  }

  private static RerunResult text(PinnedClient.Answer answer) {
    int status = answer.status();
    if (status < 200 || status > 299) {
      return new RerunResult.Unavailable("the server answered with status " + status);
    }
    String type = answer.headers().getOrDefault("content-type", "");
    String text = PageText.of(type, answer.text(charset(type)));
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
}
