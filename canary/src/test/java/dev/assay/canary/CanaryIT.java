package dev.assay.canary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.canary.CanaryLoop.CanaryRule;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.TopicTail;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.CanaryRates;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.VerifierErrorRates;
import dev.assay.schemas.topic.Topic;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.catalog.VerifierCatalog;
import dev.assay.worker.Verifiers;
import dev.assay.worker.WorkerConfig;
import dev.assay.worker.WorkerService;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole circle on a broker: canaries, live workers, reports, rates. */
class CanaryIT {

  private static final long WAIT_SECONDS_MAX = 120;
  private static final int TRIALS = 4;
  private static final Map<String, CanaryRule> RULES =
      Map.of(
          "testreport", new CanaryRule(false, 2_000),
          "policygate", new CanaryRule(true, 60_000),
          "quick", new CanaryRule(false, 2_000),
          "delegation", new CanaryRule(true, 60_000),
          "script", new CanaryRule(true, 60_000));

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

  /** Passes whatever it is given. */
  private static final class LyingVerifier implements Verifier {

    @Override
    public VerifierInfo info() {
      return new VerifierInfo(
          "testreport",
          "lies-1",
          VerifierInfo.Pace.FAST,
          Set.of(ArtifactRole.TEST_REPORT),
          Set.of());
    }

    @Override
    public Finding verify(VerificationRequest request, VerificationScope scope) {
      return Finding.of(
          Result.PASS, List.of(), "all is well", List.of("accept"), 1, List.of(), List.of());
    }
  }

  @Test
  void aLyingVerifierIsMeasuredAsSuchAndAnHonestOneIsNot() throws Exception {
    KafkaConfig kafka = fresh("lies.");
    try (Bench bench = new Bench(kafka, new LyingVerifier(), verifier("policygate"))) {
      CompletableFuture<CanaryRates> liar =
          bench.awaitRates(r -> r.verifierType().equals("testreport") && enough(r.rates()));
      CompletableFuture<CanaryRates> honest =
          bench.awaitRates(r -> r.verifierType().equals("policygate") && enough(r.rates()));
      bench.start();

      VerifierErrorRates lies = liar.get(WAIT_SECONDS_MAX, TimeUnit.SECONDS).rates();
      VerifierErrorRates truths = honest.get(WAIT_SECONDS_MAX, TimeUnit.SECONDS).rates();

      assertThat(lies.falsePasses()).isEqualTo(lies.knownBad());
      assertThat(lies.falsePassLower()).isGreaterThan(0.3);
      assertThat(truths.falsePasses()).isZero();
      assertThat(truths.falseFails()).isZero();
      assertThat(truths.falsePassUpper()).isBetween(0.1, 0.7);
      assertThat(
              bench
                  .registry
                  .get("assay.canary.false.pass.rate")
                  .tag("version", "lies-1")
                  .gauge()
                  .value())
          .isEqualTo(1);
    }
  }

  @Test
  void ratesSurviveARestartAndAreStampedIntoReports() throws Exception {
    KafkaConfig kafka = fresh("again.");
    VerifierErrorRates before;
    try (Bench bench = new Bench(kafka, verifier("testreport"))) {
      CompletableFuture<CanaryRates> some = bench.awaitRates(r -> enough(r.rates()));
      bench.start();
      before = some.get(WAIT_SECONDS_MAX, TimeUnit.SECONDS).rates();
    }
    try (Bench bench = new Bench(kafka, verifier("testreport"))) {
      CompletableFuture<CanaryRates> first = bench.awaitRates(_ -> true);
      CompletableFuture<ReportMessage> stamped =
          bench.awaitReport(report -> report.errorRates() != null);
      bench.start();

      assertThat(first.get(WAIT_SECONDS_MAX, TimeUnit.SECONDS).rates().knownBad())
          .isGreaterThanOrEqualTo(before.knownBad());
      ReportMessage report = stamped.get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
      assertThat(report.workItem()).startsWith(ReservedIds.CANARY_PREFIX);
      assertThat(report.errorRates()).isNotNull();
      assertThat(report.errorRates().knownBad()).isGreaterThanOrEqualTo(before.knownBad());
      assertThat(report.errorRates().falsePasses()).isZero();
    }
  }

  @Test
  void liveWorkersFindTheScriptsAndTheGroundTruthThatCanariesName() throws Exception {
    KafkaConfig kafka = fresh("scripts.");
    try (Bench bench =
        new Bench(kafka, verifier("quick"), verifier("delegation"), verifier("script"))) {
      CompletableFuture<CanaryRates> delegations =
          bench.awaitRates(r -> r.verifierType().equals("delegation") && enough(r.rates()));
      CompletableFuture<CanaryRates> traces =
          bench.awaitRates(r -> r.verifierType().equals("quick") && enough(r.rates()));
      CompletableFuture<CanaryRates> scripts =
          bench.awaitRates(r -> r.verifierType().equals("script") && enough(r.rates()));
      bench.start();

      for (CompletableFuture<CanaryRates> measured : List.of(delegations, scripts, traces)) {
        CanaryRates rates = measured.get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
        assertThat(rates.rates().falsePasses()).as(rates.verifierType()).isZero();
        assertThat(rates.rates().falseFails()).as(rates.verifierType()).isZero();
      }
    }
  }

  private static Verifier verifier(String type) {
    return VerifierCatalog.builtIn()
        .verifiers(
            Map.of(), new VerifierProvider.Host(directory, directory.resolve("truth"), Map.of()))
        .stream()
        .filter(each -> each.info().type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static boolean enough(VerifierErrorRates rates) {
    return rates.knownBad() >= TRIALS && rates.knownGood() >= TRIALS;
  }

  private static KafkaConfig fresh(String prefix) throws Exception {
    KafkaConfig kafka =
        new KafkaConfig(broker.bootstrap(), prefix, 2, (short) 1, broker.client(ClientFiles.ADMIN));
    Topics.ensure(kafka);
    return kafka;
  }

  /** A worker and the canaries, with feeds that watch them. */
  private static final class Bench implements AutoCloseable {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final KafkaConfig kafka;
    private final ArtifactStore artifacts;
    private final WorkerService worker;
    private final CanaryLoop canary;
    private final java.util.ArrayList<TopicTail> feeds = new java.util.ArrayList<>();

    Bench(KafkaConfig kafka, Verifier... verifiers) throws Exception {
      this.kafka = kafka;
      Path home = directory.resolve(kafka.topicPrefix());
      this.artifacts = DirectoryArtifactStore.open(home.resolve("artifacts"));
      this.worker =
          new WorkerService(
              new WorkerConfig(
                  kafka, "worker-1", 1, 1, home.resolve("scratch"), 3_600_000, "", null),
              new Verifiers(List.of(verifiers)),
              artifacts,
              registry,
              PipelineTracer.OFF);
      Map<String, CanaryRule> rules = new java.util.HashMap<>(RULES);
      rules
          .keySet()
          .retainAll(java.util.Arrays.stream(verifiers).map(v -> v.info().type()).toList());
      this.canary =
          new CanaryLoop(
              kafka,
              VerifierCatalog.builtIn().specimens(),
              rules,
              Duration.ofMillis(500),
              artifacts,
              registry);
    }

    void start() throws InterruptedException {
      for (TopicTail feed : feeds) {
        feed.start();
      }
      worker.start();
      canary.start();
    }

    CompletableFuture<CanaryRates> awaitRates(Predicate<CanaryRates> wanted) {
      return await(Topic.CANARY_RATES, wanted);
    }

    CompletableFuture<ReportMessage> awaitReport(Predicate<ReportMessage> wanted) {
      return await(Topic.REPORTS, wanted);
    }

    private <T> CompletableFuture<T> await(Topic<T> topic, Predicate<T> wanted) {
      CompletableFuture<T> seen = new CompletableFuture<>();
      feeds.add(
          new TopicTail(
              kafka,
              topic.name(),
              0,
              Duration.ZERO,
              record -> {
                if (topic.codec().decode(record.value()) instanceof Parsed.Accepted<T>(T value)
                    && wanted.test(value)) {
                  seen.complete(value);
                }
              }));
      return seen;
    }

    @Override
    public void close() {
      canary.close();
      worker.close();
      feeds.forEach(TopicTail::close);
      artifacts.close();
    }
  }
}
