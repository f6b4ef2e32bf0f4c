package dev.assay.httpverifier;

import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.egress.PinnedClient;
import dev.assay.httpverifier.HttpSettings.Service;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.exchange.FindingDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Registers an {@link HttpVerifier} for each service of the settings. */
public final class HttpProvider implements VerifierProvider<HttpSettings> {

  private static final String TYPE = "http";

  @Override
  public VerifierInfo info() {
    return new VerifierInfo(TYPE, "1", VerifierInfo.Pace.LONG, Set.of(), Set.of());
  }

  @Override
  public Class<HttpSettings> settings() {
    return HttpSettings.class;
  }

  @Override
  public List<Verifier> verifiers(HttpSettings settings, Host host) {
    return new TreeMap<>(settings.services())
        .entrySet().stream()
            .<Verifier>map(named -> verifier(named.getKey(), named.getValue(), host))
            .toList();
  }

  private static HttpVerifier verifier(String name, Service service, Host host) {
    String version = service.version();
    VerifierInfo info =
        new VerifierInfo(
            TYPE + ":" + name,
            version == null
                ? Digests.sha256Hex(Json.canonical(service)).substring(0, HttpLimits.VERSION_CHARS)
                : version,
            VerifierInfo.Pace.LONG,
            Set.copyOf(service.roles()),
            Set.copyOf(service.companions()),
            service.basis(),
            false,
            Set.of());
    String file = service.tokenFile();
    return new HttpVerifier(
        info, service, client(service), file == null ? Map.of() : token(host.home().resolve(file)));
  }

  private static PinnedClient client(Service service) {
    List<AllowedHost> allowed = new ArrayList<>();
    allowed.add(EgressPolicy.hostAndPort(service.url()));
    service.allowAddresses().forEach(address -> allowed.add(AllowedHost.parse(address)));
    return new PinnedClient(
        new EgressPolicy(allowed),
        new PinnedClient.Bounds("assay-verifier-http", FindingDocument.BYTES_MAX, 0));
  }

  private static Map<String, String> token(Path file) {
    try {
      String token = Files.readString(file).strip();
      if (token.isEmpty()
          || token.length() > HttpLimits.TOKEN_CHARS_MAX
          || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw new IllegalArgumentException(
            "expected one token of visible characters in " + file + ", found something else");
      }
      return Map.of("Authorization", "Bearer " + token);
    } catch (IOException e) {
      throw new IllegalArgumentException("expected a token in " + file + ", found none", e);
    }
  }
}
