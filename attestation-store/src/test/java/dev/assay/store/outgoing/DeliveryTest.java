package dev.assay.store.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.egress.PinnedClient;
import dev.assay.schemas.message.DecisionKind;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "'Thu, 26 Nov 2026 10:00:30 GMT', 30",
    "'Thu, 26 Nov 2026 09:59:00 GMT', 0",
    "'Thu, 26 Nov 2026 25:00:00 GMT', 0",
    "soon, 0",
    "-1, 0",
    "'', 0",
  })
  void aReceiverSaysInSecondsOrByADateWhenToTryAgain(String after, long seconds) {
    assertThat(HttpDelivery.pause(after, Instant.parse("2026-11-26T10:00:00Z")))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void anAddressThatOnlyThePolicyTakesIsAFailedTry() {
    Delivery.Ended ended =
        send("a".repeat(64) + ".example", _ -> List.of(InetAddress.ofLiteral("93.184.215.14")));

    assertThat(ended).isEqualTo(new Delivery.Ended(Delivery.Ended.Kind.AGAIN, "NOT_SENT"));
  }
}
