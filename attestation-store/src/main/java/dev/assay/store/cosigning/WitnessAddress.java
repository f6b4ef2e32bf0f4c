package dev.assay.store.cosigning;

import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.egress.PinnedClient;
import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where a log witness is asked. The operator's policy names it, so that it may be on a private
 * network; no other host is reached, and redirects are not followed.
 */
record WitnessAddress(String url, AllowedHost host) {

  private static final String TEXT = "text/plain; charset=utf-8";

  /**
   * The address {@code prefix} of the witness {@code name}.
   *
   * @throws ConfigException when it is none
   */
  static WitnessAddress of(String name, String prefix) {
    try {
      String url = prefix.endsWith("/") ? prefix + "add-checkpoint" : prefix + "/add-checkpoint";
      return new WitnessAddress(url, EgressPolicy.hostAndPort(url));
    } catch (IllegalArgumentException _) {
      throw new ConfigException(
          "expected an http or https address of the log witness " + name + ", found another");
    }
  }

  /**
   * The answer to {@code body}.
   *
   * @throws IOException when there is none in time, or a longer one
   */
  PinnedClient.Answer post(String body) throws IOException {
    List<InetAddress> addresses = addresses();
    List<AllowedHost> allowed = new ArrayList<>(List.of(host));
    addresses.forEach(each -> allowed.add(new AllowedHost(each.getHostAddress(), host.port())));
    return new PinnedClient(
            new EgressPolicy(allowed, _ -> addresses),
            new PinnedClient.Bounds("assay", CosigningLimits.ANSWER_BYTES_MAX, 0))
        .post(url, Map.of(), TEXT, body.getBytes(StandardCharsets.UTF_8), CosigningLimits.TRY_TIME);
  }

  private List<InetAddress> addresses() throws IOException {
    return List.of(InetAddress.getAllByName(host.host()));
  }
}
