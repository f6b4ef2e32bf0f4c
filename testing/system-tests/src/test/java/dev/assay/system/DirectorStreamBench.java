package dev.assay.system;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.director.DirectorConfig;
import dev.assay.director.DirectorSection;
import dev.assay.director.DirectorService;
import dev.assay.director.PolicyReader;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.key.Ed25519Key;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Measures the director inside Kafka Streams: executions at a fixed rate, each answered with a
 * report as soon as it is asked for, so that inputs are twice the executions. Broker, director and
 * load share the process. Arguments: a directory on the disk to measure, inputs a second, seconds
 * of the warm-up, seconds of the measurement.
 */
public final class DirectorStreamBench implements AutoCloseable {

  private static final Duration TICK = Duration.ofMillis(5);
  private static final Duration SETTLE = Duration.ofSeconds(5);
  private static final long REPORT_BYTES = 420;

  private final KafkaConfig kafka;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> asked;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final Thread answers;
  private int sent;

  private DirectorStreamBench(KafkaConfig kafka) {
    this.kafka = kafka;
    Map<String, Object> common = kafka.with(Map.of("acks", "all", "linger.ms", 5));
    this.producer =
        new KafkaProducer<>(common, new ByteArraySerializer(), new ByteArraySerializer());
    this.asked =
        new KafkaConsumer<>(
            kafka.with(Map.of()), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.answers = Thread.ofPlatform().name("answers").start(this::answer);
  }

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[0]), "assay-director");
    int rate = Integer.parseInt(args[1]) / 2;
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      KafkaConfig kafka =
          KafkaConfig.embedded(broker.bootstrap(), broker.client(ClientFiles.ADMIN));
      Topics.ensure(kafka);
      try (DirectorService director = director(kafka, directory, registry)) {
        director.start();
        try (DirectorStreamBench bench = new DirectorStreamBench(kafka)) {
          bench.send(rate, Integer.parseInt(args[2]));
          Timer timer = registry.get("assay.director.input").timer();
          HistogramSnapshot before = timer.takeSnapshot();
          int seconds = Integer.parseInt(args[3]);
          bench.send(rate, seconds);
          print(before, timer.takeSnapshot(), seconds);
        }
      }
    }
  }

  private static void print(HistogramSnapshot before, HistogramSnapshot after, int seconds) {
    long inputs = after.count() - before.count();
    System.out.printf(
        Locale.ROOT,
        "processed %,.0f inputs/s, mean %.3f ms%n",
        inputs / (double) seconds,
        (after.total(TimeUnit.MILLISECONDS) - before.total(TimeUnit.MILLISECONDS)) / inputs);
    CountAtBucket[] now = after.histogramCounts();
    for (int i = 0; i < now.length; i++) {
      double count = now[i].count() - before.histogramCounts()[i].count();
      System.out.printf(
          Locale.ROOT,
          "at most %8.2f ms  %8.3f %%%n",
          now[i].bucket(TimeUnit.MICROSECONDS) / 1e3,
          100 * Math.min(1, count / inputs));
    }
  }

  private static DirectorService director(
      KafkaConfig kafka, Path directory, PrometheusMeterRegistry registry) {
    return new DirectorService(
        new DirectorConfig(
            kafka,
            PolicyReader.standard(),
            directory.resolve("state"),
            "bench",
            DirectorSection.THREADS_DEFAULT,
            Duration.ofSeconds(DirectorSection.REPORT_SECONDS_DEFAULT),
            Duration.ofSeconds(DirectorSection.EARLY_REPORT_SECONDS_DEFAULT),
            () -> {}),
        Ed25519Key.generate(Instant.EPOCH),
        registry,
        PipelineTracer.OFF);
  }

  /** Sends executions at {@code rate} a second, whatever the director does. */
  private void send(int rate, int seconds) {
    String artifact = Digests.sha256Hex("report");
    long begin = System.nanoTime();
    int first = sent;
    long due = 0;
    while (due < (long) rate * seconds) {
      due = Math.min((long) rate * seconds, rate * (System.nanoTime() - begin) / 1_000_000_000);
      while (sent - first < due) {
        String name = "w" + sent++;
        String event = Samples.event(name, Samples.data(name, artifact, REPORT_BYTES)).toString();
        publish(Topic.EXECUTIONS, name, event.getBytes(StandardCharsets.UTF_8));
      }
      LockSupport.parkNanos(TICK.toNanos());
    }
  }

  private void publish(Topic<?> topic, String workItem, byte[] value) {
    var _ =
        producer.send(
            new ProducerRecord<>(
                kafka.prefixed(topic.name()), workItem.getBytes(StandardCharsets.UTF_8), value));
  }

  private void answer() {
    String topic = kafka.prefixed(Topic.VERIFICATIONS.name());
    List<TopicPartition> partitions =
        IntStream.range(0, kafka.partitions()).mapToObj(p -> new TopicPartition(topic, p)).toList();
    asked.assign(partitions);
    asked.seekToBeginning(partitions);
    while (!stopping.get()) {
      asked
          .poll(Duration.ofMillis(100))
          .forEach(record -> {
            if (Topic.VERIFICATIONS.codec().decode(record.value())
                instanceof Parsed.Accepted<VerificationRequest>(VerificationRequest request)) {
              publish(
                  Topic.REPORTS, request.workItem(), Topic.REPORTS.codec().encode(pass(request)));
            }
          });
    }
  }

  private static ReportMessage pass(VerificationRequest request) {
    VerificationReport report =
        new VerificationReport(
            request.verifierType(),
            "1",
            new ReportTarget(request.workItem(), null, List.of()),
            Result.PASS,
            List.of(),
            "2 tests, 0 failed",
            List.of("none"),
            1,
            List.of(),
            List.of(),
            null);
    return new ReportMessage(
        request.requestId(),
        request.workItem(),
        request.eventKey(),
        request.planId(),
        request.attempt(),
        report,
        Digests.sha256Hex(Json.canonical(report)),
        Digests.sha256Hex(request.config()),
        null,
        null,
        null,
        request.artifacts(),
        null,
        "2026-11-21T10:00:00.000Z",
        1,
        "bench",
        null,
        null);
  }

  @Override
  public void close() {
    stopping.set(true);
    try {
      var _ = answers.join(SETTLE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    asked.close();
    producer.close();
  }
}
