package dev.assay.director.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.core.sign.Pae;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.core.statement.Statement;
import dev.assay.director.JdkSigner;
import dev.assay.runtime.kafka.Access;
import dev.assay.runtime.kafka.Acls;
import dev.assay.runtime.kafka.Groups;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.Topics;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.topic.Topic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the real broker, as the user that a director is. */
class ManifestWriterIT {

  private static final String TIME = "2026-11-21T10:00:00.000Z";
  private static final Duration WAIT = Duration.ofMillis(50);
  private static final Path GOLDEN = Path.of("../schemas/src/test/resources/golden");

  private final KeyPair keys = generated();
  private EmbeddedBroker broker;
  private KafkaConfig admin;
  private KafkaConfig director;
  private MessageProducer producer;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
    admin =
        new KafkaConfig(
            broker.bootstrap(), "assay.", 2, (short) 1, broker.client(ClientFiles.ADMIN));
    director = admin.as(broker.client(Access.DIRECTOR));
    Acls.apply(admin);
    Topics.ensure(admin);
    producer = new MessageProducer(admin, "test");
  }

  @AfterEach
  void stop() {
    producer.close();
    broker.close();
  }

  @Test
  void everyRecordOfTheFourTopicsIsCoveredOnceInChainsWithoutGaps() throws Exception {
    List<String> events = executions(0, 300);
    MessageProducer.acknowledged(producer.send(raw(Topic.EXECUTIONS, 0, "not an event")));
    Decision decision = golden("Decision/required.json", Decision.class);
    MessageProducer.acknowledged(producer.send(Topic.DECISIONS, "w", decision));
    MessageProducer.acknowledged(producer.send(Topic.DEAD_LETTERS, "w", refused(1, 7)));
    List<Manifest> all;

    try (ManifestWriter writer = writer()) {
      writer.start();
      all =
          manifests(found ->
              covered(found, Topic.EXECUTIONS) == 301
                  && covered(found, Topic.DECISIONS) == 1
                  && covered(found, Topic.DEAD_LETTERS) == 1);
    }

    requireChains(all);
    assertThat(records(all, Topic.EXECUTIONS).map(ManifestRecord::event).filter(Objects::nonNull))
        .containsExactlyInAnyOrderElementsOf(events);
    assertThat(records(all, Topic.EXECUTIONS).filter(each -> each.event() == null))
        .extracting(ManifestRecord::sha256)
        .containsExactly(Digests.sha256Hex("not an event"));
    assertThat(records(all, Topic.DECISIONS))
        .extracting(ManifestRecord::decision, ManifestRecord::event)
        .containsExactly(tuple(decision.id(), decision.eventKey()));
    assertThat(records(all, Topic.DEAD_LETTERS))
        .extracting(ManifestRecord::code, ManifestRecord::refused)
        .containsExactly(tuple(ErrorCode.INVALID_FIELD, new ManifestRecord.Place(1, 7L)));
  }

  @Test
  void aWriterThatWasKilledAfterSendingMakesTheSameManifestAgain() throws Exception {
    var _ = executions(0, 10);
    List<Manifest> before;
    try (ManifestWriter writer = writer()) {
      writer.start();
      before = manifests(found -> covered(found, Topic.EXECUTIONS) == 10);
    }
    Map<TopicPartition, OffsetAndMetadata> planned = new HashMap<>();
    for (Manifest each : before) {
      ChainMark mark =
          new ChainMark(
              each.previous(),
              null,
              new ChainMark.Planned(
                  each.endOffset(), null, each.time(), each.after(), ChainMark.Planned.FORM));
      planned.put(
          new TopicPartition(admin.prefixed(each.topic()), each.partition()),
          new OffsetAndMetadata(each.firstOffset(), mark.text()));
    }
    commit(planned);
    var _ = executions(10, 30);

    try (ManifestWriter writer = writer()) {
      writer.start();
      List<Manifest> after = manifests(found -> covered(distinct(found), Topic.EXECUTIONS) == 30);
      requireChains(distinct(after));
      assertThat(after).hasSizeGreaterThan(distinct(after).size());
    }
  }

  @Test
  void aChainWhoseCommitIsGoneGoesOnFromTheTopic() throws Exception {
    var _ = executions(0, 10);
    try (ManifestWriter writer = writer()) {
      writer.start();
      var _ = manifests(found -> covered(found, Topic.EXECUTIONS) == 10);
    }
    try (Admin client = Admin.create(admin.with(Map.of()))) {
      leave(client);
      client
          .deleteConsumerGroups(List.of(admin.prefixed(Groups.MANIFESTS)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
    var _ = executions(10, 30);

    try (ManifestWriter writer = writer()) {
      writer.start();
      requireChains(manifests(found -> covered(found, Topic.EXECUTIONS) == 30));
    }
  }

  private ManifestWriter writer() {
    return new ManifestWriter(
        director,
        new JdkSigner(keys),
        "director-1",
        WAIT,
        InstantSource.system(),
        new SimpleMeterRegistry());
  }

  /** Sends executions and answers their keys. */
  private List<String> executions(int from, int to) throws Exception {
    List<String> events = new ArrayList<>();
    List<CompletableFuture<?>> sent = new ArrayList<>();
    for (int i = from; i < to; i++) {
      ExecutionEvent read = event("event-" + i);
      events.add(read.eventKey());
      sent.add(producer.send(Topic.EXECUTIONS, "item-" + i, read));
    }
    for (CompletableFuture<?> each : sent) {
      MessageProducer.acknowledged(each);
    }
    return events;
  }

  private static ExecutionEvent event(String id) throws IOException {
    byte[] file = Files.readAllBytes(GOLDEN.resolve("ExecutionEvent/required.json"));
    ObjectNode event = (ObjectNode) tree(file);
    event.put("id", id);
    if (CloudEvents.structured(Json.write(event))
        instanceof Parsed.Accepted<ExecutionEvent>(ExecutionEvent read)) {
      return read;
    }
    throw new AssertionError("expected an event");
  }

  private ProducerRecord<byte[], byte[]> raw(Topic<?> topic, int partition, String value) {
    return new ProducerRecord<>(
        admin.prefixed(topic.name()), partition, null, value.getBytes(StandardCharsets.UTF_8));
  }

  private static DeadLetter refused(int partition, long offset) {
    return DeadLetter.of(
        "assay.executions",
        partition,
        offset,
        Rejection.of(ErrorCode.INVALID_FIELD, "expected something else"),
        "w",
        new byte[0],
        TIME);
  }

  private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) throws Exception {
    try (Admin client = Admin.create(admin.with(Map.of()))) {
      leave(client);
      client
          .alterConsumerGroupOffsets(admin.prefixed(Groups.MANIFESTS), offsets)
          .all()
          .get(30, TimeUnit.SECONDS);
    }
  }

  /** A member with a name of its own stays one until somebody says that it left. */
  private void leave(Admin client) throws Exception {
    client
        .removeMembersFromConsumerGroup(
            admin.prefixed(Groups.MANIFESTS), new RemoveMembersFromConsumerGroupOptions())
        .all()
        .get(30, TimeUnit.SECONDS);
  }

  /** The manifests on the topic, as soon as they are what is {@code wanted}. */
  private List<Manifest> manifests(Predicate<List<Manifest>> wanted) throws Exception {
    List<Manifest> found = new ArrayList<>();
    long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            admin.with(Map.of()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      String topic = admin.prefixed(Topic.ATTESTATIONS.name());
      List<TopicPartition> partitions =
          List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (!wanted.test(found)) {
        assertThat(System.nanoTime()).as("time for %s", found).isLessThan(until);
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          found.add(manifest(record));
        }
      }
    }
    return found;
  }

  /** The manifest, which the director's key must have signed. */
  private Manifest manifest(ConsumerRecord<byte[], byte[]> record) throws Exception {
    if (!(Topic.ATTESTATIONS.codec().decode(record.value())
        instanceof Parsed.Accepted<AttestationMessage>(AttestationMessage message))) {
      throw new AssertionError("expected an attestation");
    }
    byte[] statement = message.statement().getBytes(StandardCharsets.UTF_8);
    Signature signature = Signature.getInstance("Ed25519");
    signature.initVerify(keys.getPublic());
    signature.update(Pae.encode(Statement.PAYLOAD_TYPE, statement));
    assertThat(signature.verify(Base64.getDecoder().decode(message.signature()))).isTrue();
    if (!(Manifest.read(tree(statement)) instanceof Parsed.Accepted<Manifest>(Manifest read))) {
      throw new AssertionError("expected a manifest");
    }
    assertThat(read.statement().id()).isEqualTo(message.id());
    assertThat(message.workItem()).isEqualTo(read.workItem());
    assertThat(record.partition()).isEqualTo(read.partition());
    return read;
  }

  private static List<Manifest> distinct(List<Manifest> all) {
    return all.stream().distinct().toList();
  }

  private static Stream<ManifestRecord> records(List<Manifest> all, Topic<?> topic) {
    return all.stream()
        .filter(each -> each.topic().equals(topic.name()))
        .flatMap(each -> each.records().stream());
  }

  private static long covered(List<Manifest> all, Topic<?> topic) {
    return records(all, topic).count();
  }

  private static void requireChains(List<Manifest> all) {
    Map<String, Manifest> newest = new HashMap<>();
    for (Manifest each : all) {
      Manifest before = newest.put(each.workItem(), each);
      assertThat(each.previous()).isEqualTo(before == null ? null : before.statement().id());
      assertThat(each.firstOffset()).isEqualTo(before == null ? 0 : before.endOffset());
    }
    assertThat(all.stream().filter(each -> each.after() == null)).hasSize(1);
  }

  private static JsonNode tree(byte[] bytes) {
    if (Json.tree(bytes) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)) {
      return tree;
    }
    throw new AssertionError("expected JSON");
  }

  private static <T> T parsed(JsonNode node, Class<T> type) {
    if (Json.parse(node, type) instanceof Parsed.Accepted<T>(T read)) {
      return read;
    }
    throw new AssertionError("expected a " + type);
  }

  private static <T> T golden(String file, Class<T> type) throws IOException {
    return parsed(tree(Files.readAllBytes(GOLDEN.resolve(file))), type);
  }

  private static KeyPair generated() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
