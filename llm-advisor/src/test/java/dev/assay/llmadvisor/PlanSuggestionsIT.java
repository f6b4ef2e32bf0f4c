package dev.assay.llmadvisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.llmadvisor.PlanSuggestions.AllowedVerifier;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.TopicTail;
import dev.assay.runtime.kafka.Topics;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.topic.Topic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop on a real broker. */
class PlanSuggestionsIT {

  private static final long WAIT_SECONDS_MAX = 60;

  @TempDir private static Path directory;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void everyExecutionGetsOneSuggestionAndAnEmptyOneWhenTheModelFails() throws Exception {
    KafkaConfig kafka = fresh("a.");
    try (StubModel model = new StubModel();
        Facts facts = new Facts(kafka);
        MessageProducer producer = new MessageProducer(kafka, "test");
        PlanSuggestions loop = loop(kafka, model, InstantSource.system())) {
      loop.start();

      model.says("{\"verifiers\":[\"quick\"]}");
      send(producer, "shop/a", "e-1");
      assertThat(facts.next()).isEqualTo(suggestion("shop/a", "e-1", List.of("quick")));

      model.drips();
      send(producer, "shop/b", "e-2");
      assertThat(facts.next()).isEqualTo(suggestion("shop/b", "e-2", List.of()));

      model.goesAway();
      send(producer, "shop/c", "e-3");
      assertThat(facts.next()).isEqualTo(suggestion("shop/c", "e-3", List.of()));
      assertThat(loop.healthy()).isTrue();
    }
  }

  @Test
  void theSameExecutionIsToldTheSameAgainWithoutAskingAgain() throws Exception {
    KafkaConfig kafka = fresh("b.");
    try (StubModel model = new StubModel();
        Facts facts = new Facts(kafka);
        MessageProducer producer = new MessageProducer(kafka, "test");
        PlanSuggestions loop = loop(kafka, model, InstantSource.system())) {
      model.says("{\"verifiers\":[\"quick\"]}");
      loop.start();

      send(producer, "shop/a", "e-1");
      GovernanceFact first = facts.next();
      model.says("{\"verifiers\":[]}");
      send(producer, "shop/a", "e-1");

      assertThat(facts.next()).isEqualTo(first);
      assertThat(model.asked).hasSize(1);
    }
  }

  @Test
  void anOldExecutionIsToldNothingAndNobodyIsAsked() throws Exception {
    KafkaConfig kafka = fresh("c.");
    InstantSource tomorrow = InstantSource.offset(InstantSource.system(), Duration.ofDays(1));
    try (StubModel model = new StubModel();
        Facts facts = new Facts(kafka);
        MessageProducer producer = new MessageProducer(kafka, "test");
        PlanSuggestions loop = loop(kafka, model, tomorrow)) {
      model.says("{\"verifiers\":[\"quick\"]}");
      send(producer, "shop/a", "e-1");
      loop.start();

      assertThat(facts.next()).isEqualTo(suggestion("shop/a", "e-1", List.of()));
      assertThat(model.asked).isEmpty();
    }
  }

  private static PlanSuggestions loop(KafkaConfig kafka, StubModel model, InstantSource clock) {
    return new PlanSuggestions(
        kafka,
        new ModelClient(model.endpoint(null)),
        List.of(new AllowedVerifier("quick", Set.of(ArtifactRole.TOOL_TRACE))),
        2,
        clock,
        new SimpleMeterRegistry());
  }

  private static GovernanceFact suggestion(String workItem, String id, List<String> verifiers) {
    return GovernanceFact.suggested(
        workItem, execution(workItem, id).eventKey(), "small-model", verifiers);
  }

  private static void send(MessageProducer producer, String workItem, String id) throws Exception {
    producer
        .send(Topic.EXECUTIONS, workItem, execution(workItem, id))
        .get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
  }

  private static ExecutionEvent execution(String workItem, String id) {
    ExecutionEvent sample = PlanAdvisorTest.event(List.of("done"));
    ExecutionData data = sample.data();
    return new ExecutionEvent(
        sample.source(),
        id,
        null,
        null,
        new ExecutionData(
            workItem,
            data.run(),
            1,
            data.agent(),
            null,
            data.claims(),
            data.artifacts(),
            List.of(),
            List.of(),
            null,
            null,
            null,
            List.of()));
  }

  private static KafkaConfig fresh(String prefix) throws Exception {
    KafkaConfig kafka =
        new KafkaConfig(broker.bootstrap(), prefix, 2, (short) 1, broker.client(ClientFiles.ADMIN));
    Topics.ensure(kafka);
    return kafka;
  }

  /** The governance topic as it fills. */
  private static final class Facts implements AutoCloseable {

    private final BlockingQueue<GovernanceFact> seen = new LinkedBlockingQueue<>();
    private final TopicTail feed;

    Facts(KafkaConfig kafka) throws InterruptedException {
      feed =
          new TopicTail(
              kafka,
              Topic.GOVERNANCE.name(),
              0,
              Duration.ZERO,
              record -> {
                if (Topic.GOVERNANCE.codec().decode(record.value())
                    instanceof Parsed.Accepted<GovernanceFact>(GovernanceFact fact)) {
                  seen.add(fact);
                }
              });
      feed.start();
    }

    GovernanceFact next() throws InterruptedException {
      GovernanceFact fact = seen.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
      if (fact == null) {
        throw new AssertionError("expected a fact within " + WAIT_SECONDS_MAX + " s, found none");
      }
      return fact;
    }

    @Override
    public void close() {
      feed.close();
    }
  }
}
