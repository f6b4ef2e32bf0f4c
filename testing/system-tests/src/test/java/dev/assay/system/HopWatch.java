package dev.assay.system;

import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.TopicTail;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * When each hop's record of a work item could be read by somebody who waits for it: the budget of a
 * decision, seen from outside. It reads every topic once, so it belongs beside a quiet system.
 */
final class HopWatch implements AutoCloseable {

  private final Map<String, Map<String, Long>> seen = new LinkedHashMap<>();
  private final List<TopicTail> tails = new ArrayList<>();

  HopWatch(KafkaConfig kafka) throws InterruptedException {
    watch(kafka, Topic.EXECUTIONS, event -> event.data().workItem());
    watch(kafka, Topic.VERIFICATIONS, request -> request.workItem());
    watch(kafka, Topic.REPORTS, report -> report.workItem());
    watch(kafka, Topic.ATTESTATIONS, attestation -> attestation.workItem());
    watch(kafka, Topic.DECISIONS, Decision::workItem);
  }

  private <T> void watch(KafkaConfig kafka, Topic<T> topic, Function<T, String> workItem)
      throws InterruptedException {
    Map<String, Long> times = new ConcurrentHashMap<>();
    seen.put(topic.name(), times);
    TopicTail tail =
        new TopicTail(
            kafka,
            topic.name(),
            0,
            Duration.ZERO,
            record -> {
              long now = System.nanoTime();
              read(topic, record).map(workItem).ifPresent(item -> times.putIfAbsent(item, now));
            });
    tail.start();
    tails.add(tail);
  }

  private static <T> Optional<T> read(Topic<T> topic, ConsumerRecord<byte[], byte[]> record) {
    return topic.codec().decode(record.value()) instanceof Parsed.Accepted<T>(T message)
        ? Optional.of(message)
        : Optional.empty();
  }

  /**
   * Milliseconds from the post to each hop's first record, by topic in the order of the walk.
   *
   * @param posted when each work item was posted, {@link System#nanoTime}
   */
  Map<String, List<Double>> millisSince(Map<String, Long> posted) {
    Map<String, List<Double>> hops = new LinkedHashMap<>();
    seen.forEach((topic, times) -> {
      List<Double> millis = new ArrayList<>();
      times.forEach((item, at) -> {
        Long begin = posted.get(item);
        if (begin != null) {
          millis.add((at - begin) / 1e6);
        }
      });
      hops.put(topic, millis.stream().sorted().toList());
    });
    return hops;
  }

  @Override
  public void close() {
    tails.forEach(TopicTail::close);
  }
}
