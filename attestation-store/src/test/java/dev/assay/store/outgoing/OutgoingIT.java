package dev.assay.store.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.egress.PinnedClient;
import dev.assay.runtime.kafka.Access;
import dev.assay.runtime.kafka.Acls;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.Topics;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.key.Ed25519Key;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told of decisions, over a broker and HTTP. */
class OutgoingIT {

  private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
  private static final Ed25519Key OLD = Ed25519Key.generate(NOW);
  private static final Ed25519Key NEW = Ed25519Key.generate(NOW);
  private static final EndpointLoop.Pace QUICK =
      new EndpointLoop.Pace(Duration.ofMillis(1), Duration.ofMillis(20));

  @TempDir private static Path directory;
  private static EmbeddedBroker broker;
  private static KafkaConfig kafka;

  /** The cluster as the store may use it. */
  private static KafkaConfig store;

  private static MessageProducer producer;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
    kafka = KafkaConfig.embedded(broker.bootstrap(), broker.client(ClientFiles.ADMIN));
    Topics.ensure(kafka);
    Acls.apply(kafka);
    store = kafka.as(broker.client(Access.STORE));
    producer = new MessageProducer(kafka, "test");
  }

  @AfterAll
  static void stop() {
    producer.close();
    broker.close();
  }

  private static Decision decide(String workItem, DecisionKind kind) throws InterruptedException {
    return emit(Decided.of(workItem, kind, Times.text(Instant.now())));
  }

  private static Decision emit(Decision decision) throws InterruptedException {
    MessageProducer.acknowledged(producer.send(Topic.DECISIONS, decision.workItem(), decision));
    return decision;
  }

  /** The endpoint {@code name}, which is told of work items {@code name/...}. */
  private EndpointLoop telling(String name, Receiver receiver, int tries, EndpointState state) {
    return telling(name, receiver, tries, state, QUICK, new CountDownLatch(1));
  }

  private static EndpointLoop telling(
      String name,
      Receiver receiver,
      int tries,
      EndpointState state,
      EndpointLoop.Pace pace,
      CountDownLatch stopped) {
    EgressPolicy policy = new EgressPolicy(receiver.named());
    return telling(name, receiver.url(), policy, tries, state, pace, stopped);
  }

  private static EndpointLoop telling(
      String name,
      String url,
      EgressPolicy policy,
      int tries,
      EndpointState state,
      EndpointLoop.Pace pace,
      CountDownLatch stopped) {
    return telling(name, http(name, url, policy, tries), state, pace, stopped);
  }

  private static EndpointLoop telling(
      String name,
      Delivery delivery,
      EndpointState state,
      EndpointLoop.Pace pace,
      CountDownLatch stopped) {
    EndpointLoop loop =
        new EndpointLoop(name, store, delivery, state, pace, InstantSource.system(), stopped);
    loop.start();
    return loop;
  }

  private static Delivery http(String name, String url, EgressPolicy policy, int tries) {
    return new HttpDelivery(
        new OutgoingSection.Endpoint(
            OutgoingSection.Kind.WEBHOOK,
            url,
            "urn:assay",
            List.of(),
            List.of(name + "/*"),
            List.of("shop"),
            tries,
            false),
        new PinnedClient(policy, new PinnedClient.Bounds("assay", 0, 0)),
        new WebhookKeys(List.of(NEW, OLD)),
        InstantSource.fixed(NOW));
  }

  private EndpointState state(String name) {
    return new EndpointState(name, OutgoingSection.Kind.WEBHOOK, registry);
  }

  /** The dead letters of {@code workItem}. */
  private static List<DeadLetter> dead(String workItem, int wanted) {
    String topic = kafka.prefixed(Topic.DEAD_LETTERS.name());
    List<DeadLetter> found = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(Map.of()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      for (int i = 0; i < 90 && found.size() < wanted; i++) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          if (Topic.DEAD_LETTERS.codec().decode(record.value())
                  instanceof Parsed.Accepted<DeadLetter>(DeadLetter letter)
              && workItem.equals(letter.workItem())) {
            found.add(letter);
          }
        }
      }
    }
    return found;
  }

  /** What stands where {@code letter} says. */
  private static byte[] at(DeadLetter letter) {
    TopicPartition partition = new TopicPartition(letter.topic(), letter.partition());
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(Map.of("allow.auto.create.topics", false)),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, letter.offset());
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(30))) {
        return record.value();
      }
    }
    throw new AssertionError("expected a record at " + partition + ", found none");
  }

  private static JsonNode json(byte[] body) {
    return Json.tree(body) instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        ? node
        : Json.toTree(Map.of());
  }

  @Test
  void aCdEventIsOnItsTopicAsACloudEventOfTheKafkaBinding() throws Exception {
    Topics.ensure(store, Topics.CDEVENTS);
    OutgoingSection.Endpoint endpoint =
        new OutgoingSection.Endpoint(
            OutgoingSection.Kind.CDEVENTS,
            null,
            "https://assay.example/",
            List.of(),
            List.of("pipeline/*"),
            List.of(),
            3,
            false);
    Delivery delivery =
        new TopicDelivery(endpoint, store, new MessageProducer(store, "cdevents-test"));
    EndpointState state = new EndpointState("pipeline", OutgoingSection.Kind.CDEVENTS, registry);
    try (EndpointLoop loop =
            new EndpointLoop(
                "pipeline",
                store,
                delivery,
                state,
                QUICK,
                InstantSource.system(),
                new CountDownLatch(1));
        KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                kafka.with(Map.of("group.id", "reader", "auto.offset.reset", "earliest")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(kafka.prefixed(Topics.CDEVENTS)));
      loop.start();
      decide("pipeline/asked", DecisionKind.REQUEST_APPROVAL);
      Decision decision = decide("pipeline/cart", DecisionKind.PROMOTE);

      ConsumerRecord<byte[], byte[]> record = null;
      for (int i = 0; i < 90 && record == null; i++) {
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofSeconds(1))) {
          record = each;
        }
      }
      assertThat(record).isNotNull();
      assertThat(record.key()).asString(StandardCharsets.UTF_8).isEqualTo("pipeline/cart");
      Map<String, String> headers = new HashMap<>();
      record
          .headers()
          .forEach(
              each -> headers.put(each.key(), new String(each.value(), StandardCharsets.UTF_8)));
      assertThat(headers)
          .containsOnly(
              Map.entry("content-type", "application/json"),
              Map.entry("ce_specversion", "1.0"),
              Map.entry("ce_id", decision.id()),
              Map.entry("ce_source", "https://assay.example/"),
              Map.entry("ce_type", "dev.cdevents.testsuiterun.finished.0.3.0"),
              Map.entry("ce_subject", "pipeline/cart/2"),
              Map.entry("ce_time", decision.time()));
      JsonNode event = json(record.value());
      assertThat(event.at("/subject/content/outcome").asText()).isEqualTo("success");
      assertThat(event.at("/context/id").asText()).isEqualTo(decision.id());
    }
  }

  @Test
  void aPromotionIsToldWhenWitnessesHaveSeenItAndOtherDecisionsAtOnce() throws Exception {
    String promotion = Decided.promotion("cosigned/cart");
    AtomicInteger asked = new AtomicInteger();
    EndpointState state = state("cosigned");
    try (Receiver receiver = new Receiver();
        EndpointLoop loop =
            telling(
                "cosigned",
                new CosignedDelivery(
                    http("cosigned", receiver.url(), new EgressPolicy(receiver.named()), 20),
                    id -> id.equals(promotion) && asked.incrementAndGet() > 3),
                state,
                QUICK,
                new CountDownLatch(1))) {
      decide("cosigned/refused", DecisionKind.RETRY);
      assertThat(json(receiver.next().body).path("type").asText()).isEqualTo("decision.retry");

      assertThat(asked).hasValue(0);

      decide("cosigned/cart", DecisionKind.PROMOTE);

      JsonNode told = json(receiver.next().body);
      assertThat(told.path("type").asText()).isEqualTo("decision.promote");
      assertThat(told.at("/data/promotion").asText()).isEqualTo(promotion);
      assertThat(asked).hasValue(4);
      assertThat(loop.healthy()).isTrue();
    }
  }

  @Test
  void aPromotionThatNoWitnessSeesIsADeadLetterAndNotTold() throws Exception {
    EndpointState state = state("unseen");
    try (Receiver receiver = new Receiver();
        EndpointLoop loop =
            telling(
                "unseen",
                new CosignedDelivery(
                    http("unseen", receiver.url(), new EgressPolicy(receiver.named()), 2),
                    _ -> false),
                state,
                QUICK,
                new CountDownLatch(1))) {
      decide("unseen/cart", DecisionKind.PROMOTE);
      decide("unseen/halted", DecisionKind.HALT);

      assertThat(json(receiver.next().body).path("type").asText()).isEqualTo("decision.halt");
      assertThat(dead("unseen/cart", 1))
          .singleElement()
          .satisfies(letter -> assertThat(letter.reason()).contains("NOT_COSIGNED"));
      assertThat(loop.healthy()).isTrue();
    }
  }

  @Test
  void aWebhookIsSignedByTheOldAndTheNewKeyAndSaysNothingThatAnAgentWrote() throws Exception {
    try (Receiver receiver = new Receiver();
        EndpointLoop loop = telling("signed", receiver, 3, state("signed"))) {
      Decision decision = decide("signed/cart", DecisionKind.REQUEST_APPROVAL);

      Receiver.Got got = receiver.next();

      assertThat(loop.healthy()).isTrue();
      assertThat(got.id).isEqualTo("msg_" + decision.id());
      assertThat(got.timestamp).isEqualTo(Long.toString(NOW.getEpochSecond()));
      String[] signatures = got.signature.split(" ");
      assertThat(signatures).hasSize(2).allMatch(each -> each.startsWith("v1a,"));
      assertThat(opensslVerifies(NEW.publicKey(), got, signatures[0])).isTrue();
      assertThat(opensslVerifies(OLD.publicKey(), got, signatures[1])).isTrue();
      assertThat(opensslVerifies(OLD.publicKey(), got, signatures[0])).isFalse();
      assertThat(new String(got.body, StandardCharsets.UTF_8)).doesNotContain("IGNORE");
      JsonNode body = json(got.body);
      assertThat(body.path("type").asText()).isEqualTo("decision.request_approval");
      assertThat(body.path("timestamp").asText()).isEqualTo(decision.time());
      assertThat(body.path("data").path("workItem").asText()).isEqualTo("signed/cart");
      assertThat(body.path("data").path("approval").path("id").asText())
          .isEqualTo(Objects.requireNonNull(decision.approval()).id());
    }
  }

  /** By openssl, which knows nothing of us. */
  private static boolean opensslVerifies(Ed25519PublicKey key, Receiver.Got got, String signature)
      throws Exception {
    Path signed = Files.createTempDirectory(directory, "signed");
    byte[] head = (got.id + "." + got.timestamp + ".").getBytes(StandardCharsets.UTF_8);
    try (var out = Files.newOutputStream(signed.resolve("message"))) {
      out.write(head);
      out.write(got.body);
    }
    Files.write(
        signed.resolve("signature"),
        Base64.getDecoder().decode(signature.substring("v1a,".length())));
    Files.writeString(signed.resolve("key.pem"), key.pem());
    Process openssl =
        new ProcessBuilder(
                "openssl",
                "pkeyutl",
                "-verify",
                "-pubin",
                "-inkey",
                "key.pem",
                "-rawin",
                "-in",
                "message",
                "-sigfile",
                "signature")
            .directory(signed.toFile())
            .redirectErrorStream(true)
            .start();
    openssl.getInputStream().readAllBytes();
    return openssl.waitFor() == 0;
  }

  @Test
  void whatIsNotTakenComesAgainUnderItsIdBeforeTheNext() throws Exception {
    EndpointState state = state("again");
    try (Receiver receiver = new Receiver(503, 302, 429, 200);
        EndpointLoop loop = telling("again", receiver, 5, state)) {
      Decision first = decide("again/1", DecisionKind.RETRY);
      Decision second = decide("again/1", DecisionKind.PROMOTE);

      List<String> ids = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        ids.add(receiver.next().id);
      }

      String retried = "msg_" + first.id();
      assertThat(ids).containsExactly(retried, retried, retried, retried, "msg_" + second.id());
      assertThat(loop.healthy()).isTrue();
      assertThat(state.json().path("retried").asInt()).isEqualTo(3);
    }
  }

  @Test
  void whatIsNeverTakenBecomesADeadLetterAndTheNextIsTold() throws Exception {
    EndpointState state = state("never");
    try (Receiver receiver = new Receiver(500, 500, 400, 400);
        EndpointLoop loop = telling("never", receiver, 2, state)) {
      decide("never/1", DecisionKind.HALT);
      decide("never/1", DecisionKind.SPLIT);
      Decision last = decide("never/1", DecisionKind.PROMOTE);

      for (int i = 0; i < 4; i++) {
        receiver.next();
      }

      assertThat(receiver.next().id).isEqualTo("msg_" + last.id());
      List<DeadLetter> letters = dead("never/1", 2);
      assertThat(letters)
          .extracting(DeadLetter::code)
          .containsExactly(ErrorCode.DELIVERY_EXHAUSTED, ErrorCode.DELIVERY_EXHAUSTED);
      assertThat(letters)
          .extracting(DeadLetter::reason)
          .containsExactly(
              "expected that outgoing-never takes the message in 2 tries, found HTTP_500",
              "expected that outgoing-never takes the message in 2 tries, found HTTP_400");
      // A replay takes what stands at the place that the letter names.
      for (DeadLetter letter : letters) {
        assertThat(Digests.sha256Hex(at(letter))).isEqualTo(letter.payloadDigest());
      }
      assertThat(state.json().path("dead").asInt()).isEqualTo(2);
      assertThat(registry.get("assay.outgoing.messages").tag("result", "dead").counter().count())
          .isEqualTo(2);
      assertThat(loop.healthy()).isTrue();
    }
  }

  @Test
  void whoIsGoneIsToldNothingMoreUntilTheNextStart() throws Exception {
    EndpointState state = state("gone");
    try (Receiver receiver = new Receiver(410)) {
      try (EndpointLoop loop = telling("gone", receiver, 3, state)) {
        Decision refused = decide("gone/1", DecisionKind.HALT);
        decide("gone/1", DecisionKind.RETRY);

        assertThat(receiver.next().id).isEqualTo("msg_" + refused.id());
        assertThat(dead("gone/1", 2))
            .extracting(DeadLetter::reason)
            .containsExactly(
                "expected that outgoing-gone takes the message in 1 tries, found HTTP_410",
                "expected that outgoing-gone takes the message, found HTTP_410; not tried");
        assertThat(state.json().path("lastResult").asText()).isEqualTo("HTTP_410");
        assertThat(loop.healthy()).isTrue();
      }
      try (EndpointLoop again = telling("gone", receiver, 3, state("back"))) {
        Decision taken = decide("gone/1", DecisionKind.PROMOTE);
        assertThat(receiver.next().id).isEqualTo("msg_" + taken.id());
        assertThat(again.healthy()).isTrue();
      }
    }
  }

  @Test
  void aNameThatLeadsToAPrivateAddressIsNotReached() throws Exception {
    EndpointState state = state("rebound");
    EgressPolicy policy =
        new EgressPolicy(
            List.of(AllowedHost.parse("hooks.example")),
            _ -> List.of(InetAddress.getLoopbackAddress()));
    try (Receiver receiver = new Receiver()) {
      String url = receiver.url().replace("127.0.0.1", "hooks.example");
      try (EndpointLoop loop =
          telling("rebound", url, policy, 2, state, QUICK, new CountDownLatch(1))) {
        decide("rebound/1", DecisionKind.HALT);

        assertThat(dead("rebound/1", 1))
            .extracting(DeadLetter::reason)
            .singleElement()
            .asString()
            .endsWith("found HOST_DENIED");
        assertThat(receiver.idle()).isTrue();
        assertThat(loop.healthy()).isTrue();
      }
    }
  }

  @Test
  void anEndpointIsToldOfWhatCameWhileItWasAwayAndOfNothingFromBeforeItCame() throws Exception {
    decide("late/before", DecisionKind.PROMOTE);
    try (Receiver receiver = new Receiver()) {
      String during;
      try (EndpointLoop loop = telling("late", receiver, 3, state("late"))) {
        during = "msg_" + decide("late/during", DecisionKind.PROMOTE).id();
        assertThat(receiver.next().id).isEqualTo(during);
        assertThat(loop.name()).isEqualTo("outgoing-late");
      }
      String away = "msg_" + decide("late/away", DecisionKind.PROMOTE).id();
      try (EndpointLoop loop = telling("late", receiver, 3, state("later"))) {
        assertThat(receiver.next().id).isEqualTo(away);
        assertThat(loop.healthy()).isTrue();
      }
    }
  }

  @Test
  void whatIsEmittedAgainIsNotToldAgainAndNothingOldIsToldForBeingEmittedNow() throws Exception {
    String before = Times.text(Instant.now().minusSeconds(9));
    Decision old = Decided.of("once/1", DecisionKind.PROMOTE, before);
    try (Receiver receiver = new Receiver(400);
        EndpointLoop loop = telling("once", receiver, 1, state("once"))) {
      Decision refused = decide("once/1", DecisionKind.HALT);
      assertThat(receiver.next().id).isEqualTo("msg_" + refused.id());
      Decision taken = decide("once/1", DecisionKind.RETRY);
      assertThat(receiver.next().id).isEqualTo("msg_" + taken.id());

      emit(taken);
      emit(old);
      emit(refused);

      // Kept in order by one partition, the first that comes tells that those before it do not.
      assertThat(receiver.next().id).isEqualTo("msg_" + refused.id());
      assertThat(loop.healthy()).isTrue();
    }
  }

  @Test
  void aStopEndsTheTellingOfAllAndLosesOrRepeatsNothing() throws Exception {
    EndpointLoop.Pace slow = new EndpointLoop.Pace(Duration.ofHours(1), Duration.ofHours(1));
    CountDownLatch stopped = new CountDownLatch(1);
    String held;
    try (Receiver receiver = new Receiver(204, 503)) {
      try (EndpointLoop waits = telling("stop", receiver, 3, state("stop"), slow, stopped)) {
        String taken = "msg_" + decide("stop/1", DecisionKind.RETRY).id();
        held = "msg_" + decide("stop/1", DecisionKind.PROMOTE).id();
        assertThat(receiver.next().id).isEqualTo(taken);
        assertThat(receiver.next().id).isEqualTo(held);

        try (EndpointLoop other = telling("other", receiver, 3, state("other"), slow, stopped)) {
          assertThat(other.name()).isEqualTo("outgoing-other");
        }

        assertThat(ends(waits)).isTrue();
      }
      try (EndpointLoop loop = telling("stop", receiver, 3, state("stopped"))) {
        assertThat(receiver.next().id).isEqualTo(held);
        assertThat(loop.healthy()).isTrue();
      }
    }
  }

  private static boolean ends(EndpointLoop loop) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (loop.healthy() && System.nanoTime() - deadline < 0) {
      Thread.onSpinWait();
    }
    return !loop.healthy();
  }
}
