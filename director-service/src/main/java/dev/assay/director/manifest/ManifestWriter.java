package dev.assay.director.manifest;

import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Signer;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.Statement;
import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.ConsumerThread;
import dev.assay.runtime.kafka.Groups;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.PacedProducer;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.topic.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what stands on the topics, beside the director that decides, and sends signed manifests of
 * it to the topic of attestations. What a manifest says that does not stand on the topics is
 * committed before it is sent, so that one that is made again after a crash has the same bytes. A
 * failure of it delays manifests and nothing else.
 */
public final class ManifestWriter implements Loop {

  private static final Logger LOG = LoggerFactory.getLogger(ManifestWriter.class);
  private static final Comparator<TopicPartition> BY_NAME =
      Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

  private final KafkaConfig kafka;
  private final Signer signer;
  private final String instance;
  private final Duration wait;
  private final InstantSource clock;
  private final ManifestRecords records;
  private final ManifestMetrics metrics;
  private final MessageProducer producer;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final ConsumerThread thread;

  /**
   * A writer that is not running yet.
   *
   * @param instance a stable name, so that a restart takes its partitions back at once
   * @param wait how long a record waits for others of its partition
   */
  public ManifestWriter(
      KafkaConfig kafka,
      Signer signer,
      String instance,
      Duration wait,
      InstantSource clock,
      MeterRegistry registry) {
    this.kafka = kafka;
    this.signer = signer;
    this.instance = instance;
    this.wait = wait;
    this.clock = clock;
    this.records = new ManifestRecords(kafka);
    this.metrics = new ManifestMetrics(registry);
    this.producer = new MessageProducer(kafka, Groups.MANIFESTS, PacedProducer.DENSE);
    this.thread = new ConsumerThread(Groups.MANIFESTS, stopping, this::run);
  }

  @Override
  public String name() {
    return Groups.MANIFESTS;
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public boolean healthy() {
    return thread.healthy();
  }

  @Override
  public void close() {
    stopping.set(true);
    thread.join(ManifestLimits.STOP_WAIT_MAX);
    producer.close();
  }

  private void run(ConsumerThread self) throws InterruptedException {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      new Run(consumer).follow(self);
    } catch (FencedInstanceIdException e) {
      stopping.set(true);
      LOG.atError()
          .addKeyValue("instance", instance)
          .setCause(e)
          .log(
              "expected to be the only manifest writer of this name, found that another one took"
                  + " its place; this one stops. Give each its own director.instance");
    }
  }

  /** One consumer's life: it knows only what it found committed. */
  private final class Run implements ConsumerRebalanceListener {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, PartitionChain> chains = new TreeMap<>(BY_NAME);
    private final Set<TopicPartition> uncommitted = new HashSet<>();
    private final int attestationPartitions;
    private Map<String, LoggedChains.Newest> logged = Map.of();
    private @Nullable String newest;
    private String newestTime = "";

    Run(KafkaConsumer<byte[], byte[]> consumer) {
      this.consumer = consumer;
      this.attestationPartitions =
          consumer.partitionsFor(kafka.prefixed(Topic.ATTESTATIONS.name())).size();
    }

    void follow(ConsumerThread self) throws InterruptedException {
      List<String> topics =
          Manifest.TOPICS.stream().map(topic -> kafka.prefixed(topic.name())).toList();
      Set<TopicPartition> all = new HashSet<>();
      for (String topic : topics) {
        consumer
            .partitionsFor(topic)
            .forEach(each -> all.add(new TopicPartition(topic, each.partition())));
      }
      Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(all);
      if (all.stream().anyMatch(each -> committed.get(each) == null)) {
        logged = LoggedChains.read(kafka, stopping);
      }
      consumer.subscribe(topics, this);
      self.polls(consumer::wakeup);
      while (!stopping.get()) {
        ConsumerRecords<byte[], byte[]> polled = polled();
        for (ConsumerRecord<byte[], byte[]> record : polled) {
          PartitionChain chain = chains.get(new TopicPartition(record.topic(), record.partition()));
          if (chain != null) {
            ManifestRecords.Read read = records.read(record);
            chain.add(read.record(), read.manifest(), System.nanoTime());
          }
        }
        while (write()) {
          self.backoff().reset();
        }
        if (polled.isEmpty() && !uncommitted.isEmpty()) {
          consumer.commitSync(offsets(uncommitted));
          uncommitted.clear();
        }
        metrics.lag(lag());
        self.failing(false);
      }
    }

    private ConsumerRecords<byte[], byte[]> polled() {
      try {
        return consumer.poll(ManifestLimits.POLL_WAIT);
      } catch (OffsetOutOfRangeException e) {
        consumer
            .beginningOffsets(e.partitions())
            .forEach((partition, beginning) -> {
              consumer.seek(partition, beginning);
              chain(partition).removedBefore(beginning);
            });
        return ConsumerRecords.empty();
      }
    }

    /** Writes one manifest of each partition that is due; false when none is. */
    private boolean write() throws InterruptedException {
      long now = System.nanoTime();
      List<Made> made = new ArrayList<>();
      Set<TopicPartition> due = new HashSet<>();
      String time = Times.text(clock.instant());
      for (Map.Entry<TopicPartition, PartitionChain> each : chains.entrySet()) {
        PartitionChain chain = each.getValue();
        if (chain.due(now, wait.toNanos())) {
          chain.plan(time, newest);
          Manifest manifest = chain.manifest();
          made.add(new Made(chain, manifest, manifest.statement()));
          due.add(each.getKey());
          newest = made.getLast().statement().id();
        }
      }
      if (made.isEmpty()) {
        return false;
      }
      consumer.commitSync(offsets(due));
      List<CompletableFuture<?>> sent = new ArrayList<>();
      made.forEach(each -> sent.add(send(each)));
      for (CompletableFuture<?> each : sent) {
        MessageProducer.acknowledged(each);
      }
      for (Made each : made) {
        each.chain().written(each.statement().id(), now);
        metrics.written(
            each.chain().topic(), each.chain().partition(), each.manifest().endOffset());
      }
      uncommitted.addAll(due);
      return true;
    }

    /**
     * The same partition as what it covers: who reads the attestations' partition in order has read
     * all that the manifest lists before it reads the manifest.
     */
    private CompletableFuture<?> send(Made made) {
      return producer.send(
          new ProducerRecord<>(
              kafka.prefixed(Topic.ATTESTATIONS.name()),
              made.chain().partition() % attestationPartitions,
              made.manifest().workItem().getBytes(StandardCharsets.UTF_8),
              Topic.ATTESTATIONS.codec().encode(signed(made.manifest(), made.statement()))));
    }

    private Map<TopicPartition, OffsetAndMetadata> offsets(Set<TopicPartition> of) {
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      for (TopicPartition each : of) {
        PartitionChain chain = chains.get(each);
        if (chain != null) {
          offsets.put(each, new OffsetAndMetadata(chain.first(), chain.mark().text()));
        }
      }
      return offsets;
    }

    private long lag() {
      long records = 0;
      for (Map.Entry<TopicPartition, PartitionChain> each : chains.entrySet()) {
        OptionalLong unread = consumer.currentLag(each.getKey());
        records += each.getValue().waiting() + unread.orElse(0);
      }
      return records;
    }

    private PartitionChain chain(TopicPartition partition) {
      return Objects.requireNonNull(chains.get(partition), "only what is assigned is read");
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      Set<TopicPartition> assigned = new HashSet<>(partitions);
      Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(assigned);
      Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(assigned);
      for (TopicPartition each : assigned) {
        String topic = records.name(each.topic());
        OffsetAndMetadata known = committed.get(each);
        LoggedChains.Newest found = logged.get(Manifest.workItem(topic, each.partition()));
        long first;
        ChainMark mark;
        if (known != null) {
          first = known.offset();
          mark = ChainMark.of(known.metadata());
        } else if (found != null) {
          first = found.end();
          mark = found.mark();
        } else {
          first = beginnings.getOrDefault(each, 0L);
          mark = ChainMark.NONE;
        }
        chains.put(each, new PartitionChain(topic, each.partition(), first, mark));
        consumer.seek(each, first);
        String time = mark.lastTime();
        if (time != null && time.compareTo(newestTime) > 0) {
          newestTime = time;
          newest = mark.last();
        }
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      partitions.forEach(chains::remove);
      uncommitted.removeAll(partitions);
    }
  }

  private record Made(PartitionChain chain, Manifest manifest, Statement statement) {}

  private AttestationMessage signed(Manifest manifest, Statement statement) {
    byte[] payload = statement.text().getBytes(StandardCharsets.UTF_8);
    return new AttestationMessage(
        statement.id(),
        manifest.workItem(),
        manifest.recordsDigest(),
        1,
        null,
        statement.text(),
        signer.keyId(),
        Base64.getEncoder()
            .encodeToString(signer.sign(Pae.encode(Statement.PAYLOAD_TYPE, payload))),
        manifest.time());
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        kafka.with(
            Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                kafka.prefixed(Groups.MANIFESTS),
                ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                instance,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                ManifestLimits.POLL_RECORDS_MAX,
                ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
                ManifestLimits.FETCH_BYTES_MIN,
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                (int) ManifestLimits.FETCH_WAIT.toMillis(),
                ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
                ManifestLimits.FETCH_BYTES_MAX)),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }
}
