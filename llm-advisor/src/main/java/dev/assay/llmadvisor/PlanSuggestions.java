package dev.assay.llmadvisor;

import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.ExecutionRecords;
import dev.assay.runtime.kafka.Groups;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.LaneQueue;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.WorkQueue;
import dev.assay.runtime.kafka.WorkQueue.Delivery;
import dev.assay.runtime.kafka.WorkQueue.Disposition;
import dev.assay.runtime.kafka.WorkQueueConfig;
import dev.assay.schemas.Bounded;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.topic.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes executions from a share group, asks the model for each and tells the director what it
 * suggests. Every execution that can be read gets a suggestion, an empty one when the model has
 * nothing usable to say, since the director waits for it. Several processes share the work.
 */
public final class PlanSuggestions implements Loop {

  private static final Logger LOG = LoggerFactory.getLogger(PlanSuggestions.class);
  private static final String GROUP = Groups.MODEL_PLANS;

  private final PlanAdvisor advisor;
  private final ModelClient client;
  private final InstantSource clock;
  private final MessageProducer producer;
  private final WorkQueue queue;
  private final Map<String, GovernanceFact> recent =
      Bounded.map(ModelLimits.SUGGESTIONS_REMEMBERED, false);

  /**
   * A loop that is not running yet.
   *
   * @param client closed with the loop
   * @param allowlist what may be suggested
   * @param lanes executions that are asked about at once
   */
  public PlanSuggestions(
      KafkaConfig kafka,
      ModelClient client,
      List<AllowedVerifier> allowlist,
      int lanes,
      InstantSource clock,
      MeterRegistry registry) {
    this.client = client;
    this.advisor = new PlanAdvisor(client, allowlist, registry);
    this.clock = clock;
    this.producer = new MessageProducer(kafka, GROUP);
    this.queue =
        new LaneQueue(
            kafka, WorkQueueConfig.lanes(Topic.EXECUTIONS.name(), GROUP, lanes), this::work);
  }

  @Override
  public String name() {
    return GROUP;
  }

  @Override
  public void start() throws InterruptedException {
    queue.start();
  }

  @Override
  public boolean healthy() {
    return queue.healthy();
  }

  @Override
  public void close() {
    queue.close();
    producer.close();
    client.close();
  }

  private Disposition work(Delivery delivery) throws InterruptedException {
    if (ExecutionRecords.read(delivery.value(), delivery.headers())
        instanceof Parsed.Accepted<ExecutionEvent>(ExecutionEvent event)) {
      publish(suggestion(event, delivery));
    }
    // What cannot be read is the director's to refuse.
    return Disposition.DONE;
  }

  private GovernanceFact suggestion(ExecutionEvent event, Delivery delivery)
      throws InterruptedException {
    String key = event.eventKey() + event.data().workItem();
    GovernanceFact known = remembered(key);
    if (known != null) {
      return known;
    }
    boolean startedBefore = delivery.deliveries() > 1;
    boolean stale = clock.millis() - delivery.timestampMillis() > ModelLimits.STALE_AGE.toMillis();
    List<String> verifiers = startedBefore || stale ? List.of() : advisor.suggest(event);
    GovernanceFact fact =
        GovernanceFact.suggested(
            event.data().workItem(), event.eventKey(), advisor.model(), verifiers);
    remember(key, fact);
    return fact;
  }

  private @Nullable GovernanceFact remembered(String key) {
    synchronized (recent) {
      return recent.get(key);
    }
  }

  private void remember(String key, GovernanceFact fact) {
    synchronized (recent) {
      recent.put(key, fact);
    }
  }

  /** Publishes until the cluster has it: an outage may last as long as it wants. */
  private void publish(GovernanceFact fact) throws InterruptedException {
    while (true) {
      try {
        producer.send(Topic.GOVERNANCE, fact.workItem(), fact).get();
        return;
      } catch (ExecutionException e) {
        LOG.atWarn().setCause(e.getCause()).log("a suggestion is published again");
        Thread.sleep(ModelLimits.PUBLISH_PAUSE);
      }
    }
  }

  /**
   * A verifier that a model may suggest.
   *
   * @param type its name on the policy's allowlist
   * @param subjects roles of the artifacts that it judges
   */
  public record AllowedVerifier(String type, Set<ArtifactRole> subjects) {

    public AllowedVerifier {
      subjects = Set.copyOf(subjects);
    }
  }
}
