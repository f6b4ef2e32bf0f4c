package dev.assay.cfverify.evidence;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.cfverify.document.SubResult.RerunHint;
import dev.assay.cfverify.evidence.Reruns.RerunResult;
import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A search service that answers {@code GET <url>?q=...&format=json} with {@code
 * {"results":[{"url","title","content"}]}}, as SearXNG does. Allowed and blocked domains are sent
 * as {@code allowed_domains} and {@code blocked_domains}, and applied to the results as well.
 */
public final class SearchEndpoint {

  private static final int RESULTS_MAX = 50;
  private static final int DEPTH_MAX = 50;

  private final String url;
  private final AllowedHost host;
  private final ObjectMapper mapper =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
              .build());

  /**
   * The endpoint at {@code url}, which may have a query of its own.
   *
   * @throws IllegalArgumentException when it is not an http or https URL
   */
  public SearchEndpoint(String url) {
    this.url = url;
    this.host = EgressPolicy.hostAndPort(url);
  }

  AllowedHost host() {
    return host;
  }

  String url(RerunHint.WebSearch hint) {
    StringBuilder full = new StringBuilder(url);
    full.append(url.indexOf('?') < 0 ? '?' : '&')
        .append("format=json&q=")
        .append(encode(hint.query()));
    domains(full, "allowed_domains", hint.allowedDomains());
    domains(full, "blocked_domains", hint.blockedDomains());
    return full.toString();
  }

  /** The text of the results that the hint's domains admit. */
  RerunResult results(String body, RerunHint.WebSearch hint) {
    JsonNode results;
    try {
      results = mapper.readTree(body).path("results");
    } catch (JsonProcessingException e) {
      return new RerunResult.Unavailable("the search endpoint answered with something else");
    }
    StringBuilder text = new StringBuilder();
    int taken = 0;
    for (JsonNode result : results) {
      if (taken == RESULTS_MAX) {
        break;
      }
      if (admits(hint, result.path("url").asText(""))) {
        taken++;
        text.append(result.path("title").asText("")).append('\n');
        text.append(result.path("content").asText("")).append('\n');
      }
    }
    return text.toString().isBlank()
        ? new RerunResult.Unavailable("the search gave no result in the named domains")
        : new RerunResult.Text(text.toString());
  }

  private static boolean admits(RerunHint.WebSearch hint, String resultUrl) {
    String host;
    try {
      host = URI.create(resultUrl).getHost();
    } catch (IllegalArgumentException e) {
      host = null;
    }
    if (host == null) {
      return hint.allowedDomains().isEmpty() && hint.blockedDomains().isEmpty();
    }
    String lower = host.toLowerCase(Locale.ROOT);
    boolean allowed =
        hint.allowedDomains().isEmpty()
            || hint.allowedDomains().stream().anyMatch(domain -> isIn(lower, domain));
    return allowed && hint.blockedDomains().stream().noneMatch(domain -> isIn(lower, domain));
  }

  private static boolean isIn(String host, String domain) {
    String lower = domain.toLowerCase(Locale.ROOT);
    return host.equals(lower) || host.endsWith("." + lower);
  }

  private static void domains(StringBuilder full, String name, List<String> domains) {
    if (!domains.isEmpty()) {
      full.append('&').append(name).append('=').append(encode(String.join(",", domains)));
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
