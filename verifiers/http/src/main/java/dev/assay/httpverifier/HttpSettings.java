package dev.assay.httpverifier;

import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The worker's settings of HTTP services.
 *
 * @param services by their names; the verifier of the name {@code N} has the type {@code http:N}
 */
public record HttpSettings(Map<String, Service> services) {

  /** Fills in the defaults. */
  public HttpSettings {
    services = Map.copyOf(Objects.requireNonNullElse(services, Map.of()));
  }

  /**
   * One service.
   *
   * @param url where requests are posted; redirects are not followed
   * @param allowAddresses private addresses that the host of {@code url} may have; an address in
   *     {@code url} itself, and the loopback addresses of {@code localhost}, need no entry
   * @param roles roles of the artifacts that it judges
   * @param companions roles of the artifacts that go with each of them
   * @param timeoutSeconds of one request; the policy's budget bounds it, too
   * @param tokenFile a file with a token that is sent as {@code Authorization: Bearer}, relative to
   *     the configuration
   * @param version changes whenever the same artifact could get another answer; without one it is
   *     made from the settings
   * @param basis the strongest that its findings can rest on
   */
  public record Service(
      String url,
      List<String> allowAddresses,
      List<ArtifactRole> roles,
      List<ArtifactRole> companions,
      Integer timeoutSeconds,
      @Nullable String tokenFile,
      @Nullable String version,
      EvidenceBasis basis) {

    /**
     * Fills in the defaults.
     *
     * @throws IllegalArgumentException for what is missing or out of bounds
     */
    public Service {
      if (url == null || roles == null || roles.isEmpty()) {
        throw new IllegalArgumentException(
            "expected url and roles of each service, found one without; name the address and what"
                + " it judges");
      }
      var _ = EgressPolicy.hostAndPort(url);
      allowAddresses = List.copyOf(Objects.requireNonNullElse(allowAddresses, List.of()));
      allowAddresses.forEach(AllowedHost::parse);
      roles = List.copyOf(roles);
      companions = List.copyOf(Objects.requireNonNullElse(companions, List.of()));
      timeoutSeconds = Objects.requireNonNullElse(timeoutSeconds, HttpLimits.TIMEOUT_SECONDS);
      if (timeoutSeconds < 1 || timeoutSeconds > HttpLimits.TIMEOUT_SECONDS_MAX) {
        throw new IllegalArgumentException(
            "expected timeoutSeconds between 1 and "
                + HttpLimits.TIMEOUT_SECONDS_MAX
                + ", found "
                + timeoutSeconds);
      }
      basis = Objects.requireNonNullElse(basis, EvidenceBasis.CLAIMED);
    }
  }
}
