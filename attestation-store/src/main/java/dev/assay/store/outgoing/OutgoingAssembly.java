package dev.assay.store.outgoing;

import dev.assay.egress.PinnedClient;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.Topics;
import dev.assay.service.ServiceContext;
import dev.assay.service.ServiceParts;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/**
 * Who is told of decisions, put together from the configuration.
 *
 * @param cosigned whether a quorum of log witnesses has cosigned a checkpoint that covers the
 *     attestation of an id
 */
public record OutgoingAssembly(OutgoingSection section, Predicate<String> cosigned) {

  /** Starts a loop for each endpoint, and serves how far they are. */
  public void start(ServiceContext context, ServiceParts parts) throws InterruptedException {
    InstantSource clock = InstantSource.system();
    boolean signs =
        section.endpoints().values().stream()
            .anyMatch(each -> each.kind() == OutgoingSection.Kind.WEBHOOK);
    WebhookKeys keys =
        signs
            ? WebhookKeys.read(section.keys(), context.home(), clock.instant())
            : new WebhookKeys(List.of());
    PinnedClient client =
        new PinnedClient(section.policy(), new PinnedClient.Bounds("assay", 0, 0));
    List<EndpointState> states = new ArrayList<>();
    CountDownLatch stopped = new CountDownLatch(1);
    for (Map.Entry<String, OutgoingSection.Endpoint> each : section.endpoints().entrySet()) {
      EndpointState state =
          new EndpointState(each.getKey(), each.getValue().kind(), context.registry());
      states.add(state);
      parts.start(
          new EndpointLoop(
              each.getKey(),
              context.kafka(),
              waiting(
                  each.getValue().kind() == OutgoingSection.Kind.CDEVENTS
                      ? topic(each.getKey(), each.getValue(), context.kafka())
                      : new HttpDelivery(each.getValue(), client, keys, clock)),
              state,
              EndpointLoop.Pace.STANDARD,
              clock,
              stopped));
    }
    parts.serve(new Deliveries(states, keys).routes());
  }

  private Delivery waiting(Delivery delivery) {
    return delivery.endpoint().cosigned() ? new CosignedDelivery(delivery, cosigned) : delivery;
  }

  private static Delivery topic(String name, OutgoingSection.Endpoint endpoint, KafkaConfig kafka)
      throws InterruptedException {
    Topics.ensure(kafka, Topics.CDEVENTS);
    return new TopicDelivery(
        endpoint, kafka, new MessageProducer(kafka, OutgoingSection.group(name) + "-topic"));
  }
}
