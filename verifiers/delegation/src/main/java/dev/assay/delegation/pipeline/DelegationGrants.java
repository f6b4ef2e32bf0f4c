package dev.assay.delegation.pipeline;

import dev.assay.egress.AllowedHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a worker's owner grants this verifier: {@code {"roots":{"name":"/dir"},
 * "allowHosts":["host:port"]}}, both optional. Requests name a root and a host, and get no more.
 *
 * @param roots directories by the name that requests use
 * @param allowHosts hosts that requests may name
 */
public record DelegationGrants(Map<String, String> roots, List<String> allowHosts) {

  /** Grants nothing: scripts see the attached workspace and no network. */
  public static final DelegationGrants NONE = new DelegationGrants(Map.of(), List.of());

  /**
   * Checks what can be checked without touching the host.
   *
   * @throws IllegalArgumentException for a relative root or a malformed host
   */
  public DelegationGrants {
    roots = Map.copyOf(Objects.requireNonNullElse(roots, Map.of()));
    allowHosts = List.copyOf(Objects.requireNonNullElse(allowHosts, List.of()));
    roots.forEach((name, root) -> {
      if (!Path.of(root).isAbsolute()) {
        throw new IllegalArgumentException(
            "expected an absolute directory as root \"" + name + "\", found a relative one");
      }
    });
    allowHosts.forEach(AllowedHost::parseDomain);
  }
}
