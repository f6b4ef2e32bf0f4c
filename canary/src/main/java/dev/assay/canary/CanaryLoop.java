package dev.assay.canary;

import dev.assay.artifact.ArtifactStore;
import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.TopicTail;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.Target;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends artifacts of known truth to live verifiers, soon after the start and then in every
 * interval, and measures how often they are wrong. Each round has one known-bad and one known-good
 * specimen of every verifier of the policy that has a family of specimens.
 */
public final class CanaryLoop implements Loop {

  private static final Logger LOG = LoggerFactory.getLogger(CanaryLoop.class);
  private static final Duration STOP_WAIT_MAX = Duration.ofSeconds(5);
  private static final int NAME_BYTES = 12;
  private static final int COMMIT_BYTES = 20;

  private final List<SpecimenFamily> families;
  private final Map<String, CanaryRule> rules;
  private final Duration interval;
  private final ArtifactStore artifacts;
  private final MessageProducer producer;
  private final CanaryTally tally;
  private final TopicTail rateFeed;
  private final TopicTail reportFeed;
  private final SecureRandom secure = new SecureRandom();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().name("canary").unstarted(this::run);
  private volatile boolean failing;

  /**
   * A loop that is not running yet.
   *
   * @param families makers of specimens of the verifiers that can be measured
   * @param rules the verifiers of the policy, by type
   * @param interval from one round to the next
   */
  public CanaryLoop(
      KafkaConfig kafka,
      List<SpecimenFamily> families,
      Map<String, CanaryRule> rules,
      Duration interval,
      ArtifactStore artifacts,
      MeterRegistry registry) {
    this.families = List.copyOf(families);
    this.rules = Map.copyOf(rules);
    this.interval = interval;
    this.artifacts = artifacts;
    this.producer = new MessageProducer(kafka, "canary");
    this.tally = new CanaryTally(producer, new CanaryMetrics(registry));
    this.rateFeed =
        new TopicTail(
            kafka,
            Topic.CANARY_RATES.name(),
            CanaryLimits.RATE_RECORDS_MAX,
            TopicTail.BATCHING_WAIT,
            tally::known);
    this.reportFeed =
        new TopicTail(kafka, Topic.REPORTS.name(), 0, TopicTail.BATCHING_WAIT, tally::report);
  }

  @Override
  public String name() {
    return "canary";
  }

  @Override
  public void start() throws InterruptedException {
    rateFeed.start();
    rateFeed.close();
    reportFeed.start();
    thread.start();
  }

  @Override
  public boolean healthy() {
    return thread.isAlive() && reportFeed.healthy() && !failing;
  }

  @Override
  public void close() {
    stopping.countDown();
    rateFeed.close();
    try {
      if (thread.isAlive()) {
        var _ = thread.join(STOP_WAIT_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reportFeed.close();
    producer.close();
  }

  private void run() {
    try {
      if (stopping.await(firstAfter(interval).toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      do {
        try {
          round();
          failing = false;
        } catch (IOException | ExecutionException | RuntimeException e) {
          failing = true;
          LOG.atWarn().setCause(e).log("a round of canaries was not sent; the next one is");
        }
      } while (!stopping.await(interval.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      LOG.atDebug().log("interrupted");
    }
  }

  /** The wait before the first round. */
  static Duration firstAfter(Duration interval) {
    return interval.compareTo(CanaryLimits.FIRST_AFTER) < 0 ? interval : CanaryLimits.FIRST_AFTER;
  }

  private void round() throws IOException, ExecutionException, InterruptedException {
    Random random = new Random(secure.nextLong());
    List<Specimen> specimens = new ArrayList<>();
    for (SpecimenFamily family : families) {
      if (rules.containsKey(family.verifierType())) {
        specimens.add(family.specimen(true, random));
        specimens.add(family.specimen(false, random));
      }
    }
    Collections.shuffle(specimens, random);
    for (Specimen specimen : specimens) {
      if (stopping.getCount() == 0) {
        return;
      }
      send(specimen);
    }
  }

  private void send(Specimen specimen)
      throws IOException, ExecutionException, InterruptedException {
    CanaryRule rule = rules.get(specimen.verifierType());
    if (rule == null) {
      return;
    }
    for (String script : specimen.scripts()) {
      byte[] bytes = script.getBytes(StandardCharsets.UTF_8);
      var _ = artifacts.put(new ByteArrayInputStream(bytes), "text/plain", null, bytes.length);
    }
    List<ArtifactRef> refs = new ArrayList<>();
    for (Part part : specimen.parts()) {
      try (InputStream in = part.open()) {
        String sha256 = artifacts.put(in, part.mediaType(), null, part.size()).sha256();
        refs.add(
            new ArtifactRef(
                part.role(),
                sha256,
                part.size(),
                part.mediaType(),
                new Producer("make check", part.exitCode(), Map.of())));
      }
    }
    String name = hex(NAME_BYTES);
    String id = Digests.sha256Hex("canary:" + name);
    VerificationRequest request =
        new VerificationRequest(
            id,
            ReservedIds.CANARY_PREFIX + name,
            Digests.sha256Hex("event:" + name),
            Digests.sha256Hex("plan:" + name),
            1,
            specimen.verifierType(),
            specimen.config(),
            refs,
            new Target(null, hex(COMMIT_BYTES), List.of()),
            specimen.groundTruth(),
            Risk.MEDIUM,
            null,
            rule.budgetMillis(),
            null);
    tally.expect(id, specimen.verifierType(), specimen.bad(), Instant.now());
    producer
        .send(rule.slow() ? Topic.VERIFICATIONS_LONG : Topic.VERIFICATIONS, null, request)
        .get();
  }

  private String hex(int bytes) {
    byte[] random = new byte[bytes];
    secure.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /**
   * How policy runs a verifier; canaries are asked for in the same way, but with the configuration
   * that their truth is relative to.
   *
   * @param slow whether it runs in the pool for long work
   */
  public record CanaryRule(boolean slow, long budgetMillis) {}
}
