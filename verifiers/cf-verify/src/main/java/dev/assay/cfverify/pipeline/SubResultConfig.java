package dev.assay.cfverify.pipeline;

import dev.assay.cfverify.evidence.SearchEndpoint;
import dev.assay.egress.AllowedHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a worker's owner grants this verifier: {@code {"roots":{"name":"/dir"},
 * "allowHosts":["host:port"],"searchUrl":"https://..."}}, all optional. Requests name a root, never
 * a location.
 *
 * @param roots evidence roots by the name that requests use
 * @param allowHosts hosts that web reruns may reach
 * @param searchUrl endpoint of web searches, or null
 */
public record SubResultConfig(
    Map<String, String> roots, List<String> allowHosts, @Nullable String searchUrl) {

  /** Grants nothing: evidence comes from attached workspaces, and nothing is fetched. */
  public static final SubResultConfig NONE = new SubResultConfig(Map.of(), List.of(), null);

  /**
   * Checks what can be checked without touching the host.
   *
   * @throws IllegalArgumentException for a relative root, a malformed host or URL
   */
  public SubResultConfig {
    roots = Map.copyOf(Objects.requireNonNullElse(roots, Map.of()));
    allowHosts = List.copyOf(Objects.requireNonNullElse(allowHosts, List.of()));
    roots.forEach((name, root) -> {
      if (!Path.of(root).isAbsolute()) {
        throw new IllegalArgumentException(
            "expected an absolute directory as root \"" + name + "\", found a relative one");
      }
    });
    allowHosts.forEach(AllowedHost::parse);
    if (searchUrl != null) {
      var _ = new SearchEndpoint(searchUrl);
    }
  }
}
