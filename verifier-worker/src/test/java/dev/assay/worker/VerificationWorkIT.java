package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.LaneQueue;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.TopicTail;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.kafka.WorkQueue.Disposition;
import dev.assay.runtime.kafka.WorkQueueConfig;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A whole worker with a real broker and a real store, and verifiers that misbehave. Each test has
 * topics and a store of its own; they run beside each other, since they wait most of the time.
 */
@Execution(ExecutionMode.CONCURRENT)
class VerificationWorkIT {

  private static final long WAIT_SECONDS_MAX = 90;
  private static final long BUDGET_MILLIS = 1_000;
  private static final long HELD_MILLIS = 600_000;
  private static final String DIGEST = Digests.sha256Hex("x");
  private static final AtomicInteger ROUND = new AtomicInteger();

  /** No two of its lines are equal, so that no piece of it is found by chance. */
  private static final String TEXT =
      IntStream.range(0, 200).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());

  @TempDir private static Path directory;
  private static EmbeddedBroker broker;

  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger held = new AtomicInteger();
  private final AtomicInteger unreachable = new AtomicInteger();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private Seen<ReportMessage> reports;
  private Seen<DeadLetter> deadLetters;
  private KafkaConfig kafka;
  private ArtifactStore store;
  private ArtifactRef artifact;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void open() throws Exception {
    String round = "t" + ROUND.incrementAndGet();
    kafka =
        new KafkaConfig(
            broker.bootstrap(), round + ".", 1, (short) 1, broker.client(ClientFiles.ADMIN));
    Topics.ensure(kafka);
    store = DirectoryArtifactStore.open(directory.resolve(round));
    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    String sha256 =
        store.put(new ByteArrayInputStream(bytes), "text/plain", null, bytes.length).sha256();
    artifact = new ArtifactRef(ArtifactRole.TEST_REPORT, sha256, bytes.length, "text/plain", null);
    reports = new Seen<>(kafka, Topic.REPORTS);
    deadLetters = new Seen<>(kafka, Topic.DEAD_LETTERS);
  }

  @AfterEach
  void close() {
    reports.close();
    deadLetters.close();
    store.close();
  }

  @Test
  void aRequestWhoseRunsNeverEndedIsReportedAndBecomesADeadLetterWhileNeighboursPass()
      throws Exception {
    send(Topic.VERIFICATIONS_LONG, "lost", "honest");
    diesWithEveryRun();

    try (WorkerService worker = worker(store)) {
      worker.start();
      send(Topic.VERIFICATIONS_LONG, "good", "honest");

      assertInconclusive(reportOf("lost"), ErrorCode.DELIVERY_EXHAUSTED);
      assertThat(deadLetterOf("lost").code()).isEqualTo(ErrorCode.DELIVERY_EXHAUSTED);
      assertThat(reportOf("good").result()).isEqualTo(Result.PASS);
    }
  }

  @Test
  void aVerifierThatAlwaysThrowsIsReportedAsBrokenWhileNeighboursPass() throws Exception {
    try (WorkerService worker = worker(store)) {
      worker.start();
      send(Topic.VERIFICATIONS, "broken", "throwing");
      send(Topic.VERIFICATIONS, "good", "honest");

      VerificationReport report = reportOf("broken");
      assertInconclusive(report, ErrorCode.VERIFIER_FAILED);
      assertThat(report.summary()).contains("java.lang.IllegalStateException");
      DeadLetter letter = deadLetterOf("broken");
      assertThat(letter.code()).isEqualTo(ErrorCode.VERIFIER_FAILED);
      assertThat(report.summary() + letter.reason()).doesNotContain("untrusted");
      assertThat(reportOf("good").result()).isEqualTo(Result.PASS);
    }
  }

  @Test
  void aReportThatPastesItsArtifactIsReplacedByOneThatDoesNot() throws Exception {
    try (WorkerService worker = worker(store)) {
      worker.start();
      send(Topic.VERIFICATIONS, "pasted", "pasting");
      send(Topic.VERIFICATIONS, "good", "honest");

      VerificationReport report = reportOf("pasted");
      assertInconclusive(report, ErrorCode.NO_COPY_VIOLATION);
      assertThat(new String(Json.canonical(report), StandardCharsets.UTF_8))
          .doesNotContain("line 7");
      assertThat(reportOf("good").result()).isEqualTo(Result.PASS);
    }
  }

  @Test
  void aVerifierThatNeverReturnsIsHandedOverAndEndsAtItsBudgetWhileNeighboursPass()
      throws Exception {
    try (WorkerService worker = worker(store)) {
      worker.start();
      send(Topic.VERIFICATIONS, "stuck", "blocking");
      send(Topic.VERIFICATIONS, "good", "honest");

      assertThat(reportOf("good").result()).isEqualTo(Result.PASS);
      assertInconclusive(reportOf("stuck"), ErrorCode.VERIFIER_TIMEOUT);
      assertThat(registry.get("assay.worker.handed.over").counter().count()).isPositive();
    }
  }

  @Test
  void aReportSaysHowItIsKnownAndAFindingOnlyLowersThat() throws Exception {
    try (WorkerService worker = worker(store)) {
      worker.start();
      for (String verifier : List.of("honest", "observing", "reading", "boasting", "nobody")) {
        send(Topic.VERIFICATIONS, verifier, verifier);
      }

      assertThat(basisOf("honest")).isEqualTo(EvidenceBasis.CLAIMED);
      assertThat(basisOf("observing")).isEqualTo(EvidenceBasis.OBSERVED);
      assertThat(basisOf("reading")).isEqualTo(EvidenceBasis.CLAIMED);
      assertThat(basisOf("boasting")).isEqualTo(EvidenceBasis.CLAIMED);
      assertThat(basisOf("nobody")).isEqualTo(EvidenceBasis.CLAIMED);
    }
  }

  @Test
  void aFindingOutOfBoundsIsRefusedAndNeverCut() throws Exception {
    try (WorkerService worker = worker(store)) {
      worker.start();
      send(Topic.VERIFICATIONS, "many", "too-many");
      send(Topic.VERIFICATIONS, "long", "too-long");
      send(Topic.VERIFICATIONS, "good", "honest");

      assertInconclusive(reportOf("many"), ErrorCode.REPORT_REFUSED);
      assertInconclusive(reportOf("long"), ErrorCode.REPORT_REFUSED);
      assertThat(reportOf("good").result()).isEqualTo(Result.PASS);
    }
  }

  @Test
  void anOutageOfTheStoreLosesNoRequestHoweverOftenItWasTried() throws Exception {
    int readsThatFail = 2 * WorkQueueConfig.RUNS_MAX;
    int writesThatFail = WorkerLimits.STORE_TRIES_MAX + 1;
    try (FailingArtifactStore failing =
            new FailingArtifactStore(store, readsThatFail, writesThatFail);
        WorkerService worker = worker(failing)) {
      worker.start();
      send(Topic.VERIFICATIONS, "waiting", "honest");

      assertThat(reportOf("waiting").result()).isEqualTo(Result.PASS);
      assertThat(failing.failuresLeft()).isZero();
      assertThat(deadLetters.soFar()).isEmpty();
    }
  }

  @Test
  void aRecordThatIsNoRequestBecomesADeadLetterAndItsNeighboursPass() throws Exception {
    try (WorkerService worker = worker(store);
        KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      send(Topic.VERIFICATIONS, "before", "honest");
      raw.send(
              new ProducerRecord<>(
                  kafka.prefixed(Topic.VERIFICATIONS.name()),
                  "poison".getBytes(StandardCharsets.UTF_8)))
          .get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
      send(Topic.VERIFICATIONS, "after", "honest");
      worker.start();

      DeadLetter letter = deadLetters.next(_ -> true);
      assertThat(letter.code()).isEqualTo(ErrorCode.UNDECODABLE_RECORD);
      assertThat(letter.offset()).isEqualTo(1);
      assertThat(reportOf("before").result()).isEqualTo(Result.PASS);
      assertThat(reportOf("after").result()).isEqualTo(Result.PASS);
    }
  }

  @Test
  void aLongRunSurvivesMoreGracefulStopsThanItMayHaveDeaths() throws Exception {
    send(Topic.VERIFICATIONS_LONG, "patient", "held");
    for (int stop = 0; stop <= WorkQueueConfig.RUNS_MAX; stop++) {
      int before = held.get();
      try (WorkerService worker = worker(store, directory.resolve("scratch"), 4)) {
        worker.start();
        await(() -> held.get() > before);
      }
    }
    release.countDown();

    try (WorkerService worker = worker(store)) {
      worker.start();
      assertThat(reportOf("patient").result()).isEqualTo(Result.PASS);
      assertThat(deadLetters.soFar()).isEmpty();
    }
  }

  @Test
  void aDependencyThatNeverAnswersIsTriedABoundedNumberOfTimesAcrossWorkers() throws Exception {
    Tries triedBefore = new Tries(WorkerLimits.OUTAGE_TRIES_MAX - 2, 0, 0);
    send(Topic.VERIFICATIONS, "tried", "unreachable", triedBefore);
    try (WorkerService worker = worker(store)) {
      worker.start();
      await(() -> unreachable.get() > 0);
    }

    try (WorkerService worker = worker(store)) {
      worker.start();

      assertInconclusive(reportOf("tried"), ErrorCode.DEPENDENCY_UNAVAILABLE);
      assertThat(deadLetterOf("tried").code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
      assertThat(unreachable).hasValueLessThanOrEqualTo(3);
    }
  }

  @Test
  void aVerifierThatIgnoresItsInterruptionEndsByItsBudgetAndHoldsNoLane() throws Exception {
    try (WorkerService worker = worker(store)) {
      worker.start();
      send(Topic.VERIFICATIONS_LONG, "deaf", "deaf");
      send(Topic.VERIFICATIONS_LONG, "good", "honest");

      assertInconclusive(reportOf("deaf"), ErrorCode.VERIFIER_TIMEOUT);
      assertThat(reportOf("good").result()).isEqualTo(Result.PASS);
      release.countDown(); // else the worker's stop waits for it
    } finally {
      release.countDown();
    }
  }

  @Test
  void aFloodOfOneSenderHoldsNoOtherUp() throws Exception {
    try (WorkerService worker = worker(store)) {
      worker.start();
      for (int i = 0; i < 3 * WorkerLimits.FAST_THREADS; i++) {
        send(Topic.VERIFICATIONS, "flood/" + i, "held");
      }
      await(() -> held.get() >= WorkerLimits.FAST_THREADS);

      send(Topic.VERIFICATIONS, "other/1", "honest");

      assertThat(reportOf("other/1").result()).isEqualTo(Result.PASS);
      assertThat(release.getCount()).isEqualTo(1);
      release.countDown(); // else the worker's stop waits for them
    } finally {
      release.countDown();
    }
  }

  @Test
  void aRequestThatKilledItsWorkerAgainAndAgainIsReportedWhileItsNeighboursPass() throws Exception {
    VerificationRequest request = request("bomb", "honest", ArtifactRole.TEST_LOG);
    Path scratch = scratchAfterDeaths("bomb", WorkerLimits.DEATHS_MAX, request);
    send(Topic.VERIFICATIONS, request, Tries.NONE);
    send(Topic.VERIFICATIONS, "good", "honest");

    try (WorkerService worker = worker(store, scratch)) {
      worker.start();

      assertInconclusive(reportOf("bomb"), ErrorCode.WORKER_DIED);
      assertThat(deadLetterOf("bomb").code()).isEqualTo(ErrorCode.WORKER_DIED);
      assertThat(reportOf("good").result()).isEqualTo(Result.PASS);
    }
  }

  /** One that stays the record that it is vanishes silently at the broker's limit. */
  @Test
  void aSuspectIsSentAnewByTheWorkerAfterAnEndHoweverOftenTheBrokerDeliveredIt() throws Exception {
    VerificationRequest request = request("suspect", "honest", ArtifactRole.TEST_LOG);
    Path scratch = scratchAfterDeaths("suspect", 1, request);
    send(Topic.VERIFICATIONS_LONG, request, Tries.NONE);
    diesWithEveryRun();

    try (Seen<VerificationRequest> requests = new Seen<>(kafka, Topic.VERIFICATIONS_LONG);
        WorkerService worker = worker(store, scratch)) {
      worker.start();

      assertThat(reportOf("suspect").result()).isEqualTo(Result.PASS);
      await(() -> requests.soFar().equals(List.of(request, request)));
      assertThat(deadLetters.soFar()).isEmpty();
    }
  }

  /** A scratch directory whose last workers died while they ran {@code request}. */
  private static Path scratchAfterDeaths(String name, int deaths, VerificationRequest request)
      throws IOException {
    Path scratch = directory.resolve(name);
    for (int death = 0; death < deaths; death++) {
      Path next = directory.resolve(name + "-" + death);
      try (RunLedger dying = RunLedger.open(scratch, "", InstantSource.system())) {
        var _ = dying.begin(RunLedger.subject(request));
        Files.createDirectories(next);
        Files.copy(scratch.resolve("runs-0.ledger"), next.resolve("runs-0.ledger"));
      }
      scratch = next;
    }
    return scratch;
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS_MAX);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("time is left").isNegative();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  /** Takes the only long request as often as allowed and gives it back each time. */
  private void diesWithEveryRun() throws Exception {
    CountDownLatch runs = new CountDownLatch(WorkQueueConfig.DELIVERIES_MAX);
    try (LaneQueue dying =
        new LaneQueue(
            kafka,
            WorkQueueConfig.lanes(Topic.VERIFICATIONS_LONG.name(), "workers-long", 1),
            _ -> {
              if (runs.getCount() == 0) {
                never.await();
              }
              runs.countDown();
              return Disposition.RELEASE;
            })) {
      dying.start();
      assertThat(runs.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void ratesThatCannotBeReadBecomeADeadLetter() throws Exception {
    byte[] garbage = "no rates".getBytes(StandardCharsets.UTF_8);
    try (KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
        WorkerService worker = worker(store)) {
      raw.send(new ProducerRecord<>(kafka.prefixed(Topic.CANARY_RATES.name()), garbage, garbage))
          .get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
      worker.start();

      DeadLetter letter = deadLetters.next(_ -> true);

      assertThat(letter.topic()).isEqualTo(kafka.prefixed(Topic.CANARY_RATES.name()));
      assertThat(letter.code()).isEqualTo(ErrorCode.UNDECODABLE_RECORD);
      assertThat(letter.payloadDigest()).isEqualTo(Digests.sha256Hex(garbage));
      assertThat(
              registry
                  .get("assay.worker.refused")
                  .tag("code", "UNDECODABLE_RECORD")
                  .counter()
                  .count())
          .isEqualTo(1);
    }
  }

  private WorkerService worker(ArtifactStore artifacts) {
    return worker(artifacts, directory.resolve("scratch"));
  }

  private WorkerService worker(ArtifactStore artifacts, Path scratch) {
    return worker(artifacts, scratch, 1);
  }

  private WorkerService worker(ArtifactStore artifacts, Path scratch, int lanes) {
    return new WorkerService(
        new WorkerConfig(kafka, "worker", 1, lanes, scratch, 3_600_000, "", null),
        new Verifiers(
            List.of(
                new Judging(
                    "held",
                    (_, _) -> {
                      held.incrementAndGet();
                      release.await();
                      return pass();
                    }),
                new Judging(
                    "unreachable",
                    (_, _) -> {
                      unreachable.incrementAndGet();
                      throw new DependencyUnavailableException(
                          "an answer, found the connection refused");
                    }),
                new Judging(
                    "deaf",
                    (_, _) -> {
                      while (release.getCount() > 0) {
                        Thread.onSpinWait();
                      }
                      return pass();
                    }),
                new Judging("honest", VerificationWorkIT::readAndPass),
                new Judging("pasting", (_, _) -> fail(TEXT.substring(0, 400), 1)),
                new Judging(
                    "throwing",
                    (_, _) -> {
                      throw new IllegalStateException("untrusted");
                    }),
                new Judging(
                    "blocking",
                    (_, _) -> {
                      never.await();
                      return pass();
                    }),
                new Observing("observing", pass()),
                new Observing("reading", pass().withBasis(EvidenceBasis.CLAIMED)),
                new Judging("boasting", (_, _) -> pass().withBasis(EvidenceBasis.REEXECUTED)),
                new Judging("too-many", (_, _) -> fail("fails", Limits.NEXT_ACTIONS_MAX + 1)),
                new Judging(
                    "too-long", (_, _) -> fail("x".repeat(Limits.SUMMARY_CHARS_MAX + 1), 1)))),
        artifacts,
        registry,
        PipelineTracer.OFF);
  }

  private interface Judgement {
    Finding of(VerificationRequest request, VerificationScope scope)
        throws IOException, InterruptedException;
  }

  /** A verifier of the pool for long work, where a run may take as long as its request says. */
  private record Judging(String type, Judgement judgement) implements Verifier {

    @Override
    public VerifierInfo info() {
      return new VerifierInfo(
          type, "1", VerifierInfo.Pace.LONG, Set.of(ArtifactRole.TEST_REPORT), Set.of());
    }

    @Override
    public Finding verify(VerificationRequest request, VerificationScope scope)
        throws IOException, InterruptedException {
      return judgement.of(request, scope);
    }
  }

  /** A verifier that reads ground truth itself, and finds what it was told. */
  private record Observing(String type, Finding finding) implements Verifier {

    @Override
    public VerifierInfo info() {
      return new VerifierInfo(
              type, "1", VerifierInfo.Pace.LONG, Set.of(ArtifactRole.TEST_REPORT), Set.of())
          .with(EvidenceBasis.OBSERVED, Set.of());
    }

    @Override
    public Finding verify(VerificationRequest request, VerificationScope scope) {
      return finding;
    }
  }

  private static Finding readAndPass(VerificationRequest request, VerificationScope scope)
      throws IOException {
    try (InputStream in = scope.open(request.artifacts().getFirst())) {
      assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo(TEXT);
    }
    return pass();
  }

  private static Finding pass() {
    return Finding.of(Result.PASS, List.of(), "passes", List.of("go on"), 1, List.of(), List.of());
  }

  private static Finding fail(String summary, int nextActions) {
    return Finding.of(
        Result.FAIL,
        List.of(FailureSignature.named("test", "fails")),
        summary,
        Collections.nCopies(nextActions, "repair it"),
        1,
        List.of(),
        List.of());
  }

  private void send(Topic<VerificationRequest> topic, String workItem, String verifier)
      throws Exception {
    send(topic, workItem, verifier, Tries.NONE);
  }

  private void send(Topic<VerificationRequest> topic, String workItem, String verifier, Tries tries)
      throws Exception {
    send(topic, request(workItem, verifier, ArtifactRole.TEST_REPORT), tries);
  }

  private void send(Topic<VerificationRequest> topic, VerificationRequest request, Tries tries)
      throws Exception {
    try (MessageProducer producer = new MessageProducer(kafka, "test")) {
      producer.send(topic, null, request, tries.headers()).get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
    }
  }

  private VerificationRequest request(String workItem, String verifier, ArtifactRole role) {
    return new VerificationRequest(
        Digests.sha256Hex(workItem),
        workItem,
        DIGEST,
        DIGEST,
        1,
        verifier,
        "{}",
        List.of(new ArtifactRef(role, artifact.sha256(), artifact.size(), "text/plain", null)),
        null,
        null,
        Risk.LOW,
        null,
        verifier.equals("held") ? HELD_MILLIS : BUDGET_MILLIS,
        null);
  }

  private EvidenceBasis basisOf(String workItem) throws InterruptedException {
    return Objects.requireNonNull(
        reports.next(message -> message.workItem().equals(workItem)).basis());
  }

  private VerificationReport reportOf(String workItem) throws InterruptedException {
    return reports.next(message -> message.workItem().equals(workItem)).report();
  }

  private DeadLetter deadLetterOf(String workItem) throws InterruptedException {
    return deadLetters.next(letter -> workItem.equals(letter.workItem()));
  }

  private static void assertInconclusive(VerificationReport report, ErrorCode code) {
    assertThat(report.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(report.failureSignatures())
        .containsExactly(FailureSignature.named(Finding.ABOUT_RUN, code.name()));
    assertThat(report.hyperthesis()).isNotEmpty();
  }

  /** The messages of a topic as they come. */
  private static final class Seen<T> implements AutoCloseable {

    private final BlockingQueue<T> messages = new LinkedBlockingQueue<>();
    private final List<T> taken = new ArrayList<>();
    private final TopicTail feed;

    Seen(KafkaConfig kafka, Topic<T> topic) throws InterruptedException {
      this.feed =
          new TopicTail(
              kafka,
              topic.name(),
              1_000,
              Duration.ZERO,
              record -> {
                if (topic.codec().decode(record.value()) instanceof Parsed.Accepted<T>(T message)) {
                  messages.add(message);
                }
              });
      feed.start();
    }

    /** The first message that {@code wanted} is true of, waited for. */
    T next(Predicate<T> wanted) throws InterruptedException {
      for (T message : taken) {
        if (wanted.test(message)) {
          return message;
        }
      }
      while (true) {
        T message = messages.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
        assertThat(message).as("a message of the topic").isNotNull();
        taken.add(message);
        if (wanted.test(message)) {
          return message;
        }
      }
    }

    List<T> soFar() {
      return List.copyOf(messages);
    }

    @Override
    public void close() {
      feed.close();
    }
  }
}
