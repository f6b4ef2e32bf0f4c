package dev.assay.store.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.egress.PinnedClient;
import dev.assay.schemas.message.DecisionKind;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a try is called that came to no answer. */
class DeliveryTest {

  private static Delivery.Ended send(String host, EgressPolicy.HostResolver resolver) {
    EgressPolicy policy = new EgressPolicy(List.of(AllowedHost.parse(host)), resolver);
    return new HttpDelivery(
            new OutgoingSection.Endpoint(
                OutgoingSection.Kind.SLACK,
                "http://" + host + "/x",
                "urn:assay",
                List.of(),
                List.of(),
                List.of(),
                3,
                false),
            new PinnedClient(policy, new PinnedClient.Bounds("assay", 0, 0)),
            new WebhookKeys(List.of()),
            InstantSource.system())
        .send(Decided.of("w", DecisionKind.HALT), new byte[0]);
  }

  @Test
  void aNameThatCannotBeLookedUpIsNotCalledDenied() {
    Delivery.Ended ended =
        send(
            "hooks.example",
            host -> {
              throw new UnknownHostException(host);
            });

    assertThat(ended).isEqualTo(new Delivery.Ended(Delivery.Ended.Kind.AGAIN, "HOST_UNKNOWN"));
  }

  @Test
  void anAddressThatOnlyThePolicyTakesIsAFailedTry() {
    Delivery.Ended ended =
        send("a".repeat(64) + ".example", _ -> List.of(InetAddress.ofLiteral("93.184.215.14")));

    assertThat(ended).isEqualTo(new Delivery.Ended(Delivery.Ended.Kind.AGAIN, "NOT_SENT"));
  }
}
