package dev.assay.director;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.Policy;
import dev.assay.core.sign.Pae;
import dev.assay.core.statement.Statement;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import dev.assay.testkit.Mutants;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectorTopologyTest {

  private static final Instant TIME = Instant.parse("2026-11-21T10:00:00Z");
  private static final String EVENT =
      """
      {"specversion":"1.0","type":"dev.assay.execution.v1","source":"s","id":"e-1",
       "datacontenttype":"application/json",
       "data":{"workItem":"w","run":"r","attempt":1,"agent":{"fleet":"f","id":"a"},
        "artifacts":[{"role":"test-report","size":3,"mediaType":"application/xml",
         "sha256":"%s"}]}}
      """
          .formatted(Digests.sha256Hex("x"));

  private static final Duration REPORT_WAIT = Duration.ofHours(10);
  private static final Duration EARLY_WAIT = Duration.ofSeconds(30);

  private static final int LARGE_EVENT_BYTES_MIN = 200_000;

  @TempDir private Path directory;

  private Policy policy = PolicyReader.standard();
  private KeyPair keys;
  private TopologyTestDriver driver;
  private Instant now = TIME;
  private KafkaConfig kafka = new KafkaConfig("unused:1", "t.", 1, (short) 1, Map.of());

  @BeforeEach
  void start() throws Exception {
    keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "t");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    DirectorConfig config =
        new DirectorConfig(kafka, policy, directory, "i", 1, REPORT_WAIT, EARLY_WAIT, () -> {});
    driver =
        new TopologyTestDriver(
            DirectorTopology.of(
                config,
                new JdkSigner(keys),
                new DirectorMetrics(new SimpleMeterRegistry(), PipelineTracer.OFF),
                () -> now),
            properties,
            TIME);
  }

  @AfterEach
  void stop() {
    driver.close();
  }

  @Test
  void anExecutionInAnyOfItsThreeFormsIsPlannedAlike() {
    ExecutionEvent event = event();
    RecordHeaders structured = new RecordHeaders();
    structured.add("content-type", utf8("application/cloudevents+json"));
    RecordHeaders binary = new RecordHeaders();
    binary.add("ce_specversion", utf8("1.0"));
    binary.add("ce_type", utf8(ExecutionEvent.TYPE));
    binary.add("ce_source", utf8("s"));
    binary.add("ce_id", utf8("e-1"));
    binary.add("content-type", utf8("application/json"));

    execute(Topic.EXECUTIONS.codec().encode(event), new RecordHeaders());
    execute(utf8(EVENT), structured);
    execute(Json.write(event.data()), binary);

    assertThat(read(Topic.VERIFICATIONS))
        .hasSize(3)
        .allSatisfy(r -> assertThat(r.verifierType()).isEqualTo("testreport"))
        .extracting(VerificationRequest::requestId)
        .containsOnly(requestIdOf(event));
  }

  @Test
  void aPassIsAttestedWithASignatureThatTheJdkVerifies() throws Exception {
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    report(report(read(Topic.VERIFICATIONS).getFirst(), Result.PASS));

    List<AttestationMessage> attestations = read(Topic.ATTESTATIONS);
    assertThat(attestations).hasSize(2);
    for (AttestationMessage attestation : attestations) {
      byte[] payload = utf8(attestation.statement());
      assertThat(attestation.id()).isEqualTo(Digests.sha256Hex(payload));
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(keys.getPublic());
      verifier.update(Pae.encode(Statement.PAYLOAD_TYPE, payload));
      assertThat(verifier.verify(Base64.getDecoder().decode(attestation.signature()))).isTrue();
    }
    assertThat(read(Topic.DECISIONS))
        .singleElement()
        .satisfies(d -> assertThat(d.kind()).isEqualTo(DecisionKind.PROMOTE));
  }

  @Test
  void whatCannotBeReadBecomesADeadLetterAndItsNeighbourIsServed() {
    execute(utf8("{\"specversion\":"), new RecordHeaders());
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    reportBytes(utf8("no report"));

    assertThat(read(Topic.DEAD_LETTERS))
        .extracting(DeadLetter::code)
        .containsExactly(ErrorCode.INVALID_JSON, ErrorCode.UNDECODABLE_RECORD);
    assertThat(read(Topic.VERIFICATIONS)).hasSize(1);
  }

  @Test
  void aRecordWithoutAValueBecomesADeadLetterAndItsNeighbourIsServed() {
    pipe(Topic.REPORTS.name(), null, new RecordHeaders());
    pipe(Topic.EXECUTIONS.name(), null, new RecordHeaders());
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());

    assertThat(read(Topic.DEAD_LETTERS))
        .extracting(DeadLetter::code)
        .containsExactly(ErrorCode.UNDECODABLE_RECORD, ErrorCode.UNDECODABLE_RECORD);
    assertThat(read(Topic.VERIFICATIONS)).hasSize(1);
  }

  @Test
  void whateverAFieldHoldsARecordIsTakenOrADeadLetterAndItsNeighbourIsServed() {
    ExecutionEvent event = event();
    execute(Topic.EXECUTIONS.codec().encode(event), new RecordHeaders());
    ReportMessage report = report(read(Topic.VERIFICATIONS).getFirst(), Result.FAIL);

    Mutants.of(Topic.EXECUTIONS.codec(), event).forEach(each -> execute(each, new RecordHeaders()));
    Mutants.of(Topic.REPORTS.codec(), report).forEach(this::reportBytes);
    for (GovernanceFact fact :
        List.of(
            GovernanceFact.childOpened("w", "parent", List.of("s"), 1, Risk.LOW, List.of()),
            GovernanceFact.childSettled("w", "child", ChildState.PROMOTED, report.requestId()),
            GovernanceFact.answered("w", report.requestId(), "yes", "because", "me")
                .as("approve", "f"),
            GovernanceFact.suggested("w", event.eventKey(), "m", List.of("testreport")))) {
      Mutants.of(Topic.GOVERNANCE.codec(), fact)
          .forEach(each -> pipe(Topic.GOVERNANCE.name(), each, new RecordHeaders()));
    }
    passes(DirectorLimits.DEADLINES_EVERY);

    assertThat(read(Topic.DEAD_LETTERS))
        .isNotEmpty()
        .filteredOn(letter -> letter.code() == ErrorCode.UNPROCESSABLE_RECORD)
        .isEmpty();
    execute(utf8(EVENT.replace("\"w\"", "\"neighbour\"").replace("e-1", "e-2")), "neighbour");
    assertThat(read(Topic.VERIFICATIONS))
        .extracting(VerificationRequest::workItem)
        .contains("neighbour");
  }

  @Test
  void aStateThatCannotBeReadRefusesItsOwnInputsOnly() {
    driver
        .<String, byte[]>getKeyValueStore(DirectorTopology.STORE)
        .put("w", utf8("written by nobody"));

    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    execute(utf8(EVENT.replace("\"w\"", "\"neighbour\"").replace("e-1", "e-2")), "neighbour");

    assertThat(read(Topic.DEAD_LETTERS))
        .extracting(DeadLetter::code)
        .containsExactly(ErrorCode.UNDECODABLE_RECORD);
    assertThat(read(Topic.VERIFICATIONS))
        .extracting(VerificationRequest::workItem)
        .containsOnly("neighbour");
  }

  @Test
  void moreThanOneRecordHoldsOfAWorkItemIsKept() {
    int many = 2 * DirectorLimits.RECORD_BYTES_MAX / LARGE_EVENT_BYTES_MIN;
    for (int i = 0; i <= many; i++) {
      execute(Topic.EXECUTIONS.codec().encode(large("large-" + i)), new RecordHeaders());
    }

    assertThat(read(Topic.DEAD_LETTERS)).isEmpty();
    assertThat(read(Topic.DECISIONS)).hasSize(many + 1);
  }

  /** An execution of a fifth of a megabyte, of which nothing can be verified. */
  @Test
  void whatOthersWaitForHasTheTimeOfItsSendingAndNoMessageHasIt() {
    now = TIME.plusSeconds(40);
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    List<TestRecord<byte[], byte[]>> requests = records(Topic.VERIFICATIONS);
    VerificationRequest request =
        switch (Topic.VERIFICATIONS.codec().decode(requests.getFirst().value())) {
          case Parsed.Accepted<VerificationRequest>(var read) -> read;
          case Parsed.Rejected<VerificationRequest>(var rejection) -> throw rejection.asException();
        };

    report(report(request, Result.PASS));

    assertThat(requests).extracting(TestRecord::getRecordTime).containsOnly(now);
    assertThat(records(Topic.ATTESTATIONS))
        .extracting(TestRecord::getRecordTime)
        .containsOnly(TIME);
    assertThat(records(Topic.DECISIONS))
        .isNotEmpty()
        .allSatisfy(decision -> {
          assertThat(decision.getRecordTime()).isEqualTo(now);
          assertThat(new String(decision.value(), StandardCharsets.UTF_8))
              .contains("2026-11-21T10:00:00.000Z")
              .doesNotContain("2026-11-21T10:00:40");
        });
  }

  private static ExecutionEvent large(String id) {
    Map<String, String> environment =
        IntStream.range(0, 14)
            .boxed()
            .collect(Collectors.toMap(i -> "K" + i, _ -> "v".repeat(480)));
    List<ArtifactRef> artifacts =
        IntStream.range(0, Limits.ARTIFACTS_MAX)
            .mapToObj(i ->
                new ArtifactRef(
                    ArtifactRole.SCREENSHOT_BASELINE,
                    Digests.sha256Hex("a" + i),
                    1,
                    "text/plain",
                    new Producer(null, null, environment)))
            .toList();
    return new ExecutionEvent(
        "s",
        id,
        null,
        null,
        new ExecutionData(
            "w",
            "r",
            1,
            new Agent("f", "a", null),
            null,
            List.of(),
            artifacts,
            List.of(),
            List.of(),
            null,
            null,
            null,
            List.of()));
  }

  @Test
  void replayingTheTopicsFromNothingGivesTheSameIds(@TempDir Path other) throws Exception {
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    ReportMessage report = report(read(Topic.VERIFICATIONS).getFirst(), Result.FAIL);
    report(report);
    List<String> attestations =
        read(Topic.ATTESTATIONS).stream().map(AttestationMessage::id).toList();
    List<String> decisions = read(Topic.DECISIONS).stream().map(Decision::id).toList();
    driver.close();
    directory = other;
    start();

    report(report);
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());

    assertThat(read(Topic.ATTESTATIONS).stream().map(AttestationMessage::id))
        .containsExactlyElementsOf(attestations);
    assertThat(read(Topic.DECISIONS).stream().map(Decision::id))
        .containsExactlyElementsOf(decisions);
  }

  @Test
  void whatIsReportedAboutACanaryIsNeitherAttestedNorADeadLetter() {
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    VerificationRequest asked = read(Topic.VERIFICATIONS).getFirst();
    VerificationRequest canary =
        new VerificationRequest(
            asked.requestId(),
            "assay.canary/1",
            asked.eventKey(),
            asked.planId(),
            1,
            asked.verifierType(),
            asked.config(),
            asked.artifacts(),
            null,
            null,
            asked.risk(),
            null,
            asked.budgetMillis(),
            null);

    report(report(canary, Result.PASS));

    assertThat(read(Topic.ATTESTATIONS)).isEmpty();
    assertThat(read(Topic.DEAD_LETTERS)).isEmpty();
    assertThat(read(Topic.CONTROL_STATE))
        .noneMatch(item -> item.workItem().startsWith("assay.canary"));
  }

  @Test
  void anExecutionOfACanarysNameIsRefused() {
    execute(utf8(EVENT.replace("\"w\"", "\"assay.canary/w\"")), new RecordHeaders());

    assertThat(read(Topic.DEAD_LETTERS))
        .extracting(DeadLetter::code)
        .containsExactly(ErrorCode.RESERVED_ID);
    assertThat(read(Topic.VERIFICATIONS)).isEmpty();
  }

  @Test
  void whatServicesSayOnAnotherPartitionIsADeadLetterAndLeavesNothing() throws Exception {
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    ReportMessage report = report(read(Topic.VERIFICATIONS).getFirst(), Result.PASS);
    ofFourPartitions();

    report(report);
    GovernanceFact fact =
        GovernanceFact.evidence("w", event().eventKey(), "alice", List.of(report.requestId()))
            .as("evidence", "f");
    pipe(Topic.GOVERNANCE.name(), Topic.GOVERNANCE.codec().encode(fact), new RecordHeaders());

    assertThat(read(Topic.DEAD_LETTERS))
        .extracting(DeadLetter::code, DeadLetter::workItem)
        .containsExactly(
            tuple(ErrorCode.UNKNOWN_REQUEST, "w"), tuple(ErrorCode.UNKNOWN_REQUEST, "w"));
    assertThat(read(Topic.CONTROL_STATE)).as("what is shown of the work item").isEmpty();
    assertThat(driver.getKeyValueStore(DirectorTopology.STORE).all().hasNext()).isFalse();
    assertThat(driver.getKeyValueStore(DirectorTopology.DEADLINES).all().hasNext()).isFalse();
  }

  /** The driver has one partition, which is not the home of the work item then. */
  private void ofFourPartitions() throws Exception {
    driver.close();
    kafka = new KafkaConfig("unused:1", "t.", 4, (short) 1, Map.of());
    directory = directory.resolve("four");
    start();
    assertThat(DirectorInput.home("w", 4)).isNotZero();
  }

  @Test
  void aDeadlineWhoseQuestionIsNoLongerOpenIsForgottenAndToldToNobody() {
    KeyValueStore<String, byte[]> deadlines = driver.getKeyValueStore(DirectorTopology.DEADLINES);
    deadlines.put("2026-11-21T10:00:00.000Z w", utf8("no question of w"));

    passes(DirectorLimits.DEADLINES_EVERY);

    assertThat(read(Topic.DEAD_LETTERS)).isEmpty();
    assertThat(deadlines.get("2026-11-21T10:00:00.000Z w")).isNull();
  }

  @Test
  void anExecutionThatNoModelAnswersForIsPlannedInTheEnd() throws Exception {
    under(suggesting(true));
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    passes(DirectorLimits.DEADLINES_EVERY);
    assertThat(read(Topic.GOVERNANCE)).isEmpty();

    passes(DirectorLimits.SUGGESTION_WAIT_MAX);

    GovernanceFact told = read(Topic.GOVERNANCE).getLast();
    assertThat(told).isEqualTo(GovernanceFact.unsuggested("w", event().eventKey()));
    assertThat(read(Topic.VERIFICATIONS)).hasSize(1);
    assertThat(driver.getKeyValueStore(DirectorTopology.DEADLINES).all().hasNext()).isFalse();
  }

  @Test
  void anExecutionThatWaitedForAModelIsToldOfThePolicyWithoutOne(@TempDir Path other)
      throws Exception {
    under(suggesting(true));
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    Map<String, byte[]> items = entries(DirectorTopology.STORE);
    Map<String, byte[]> waiting = entries(DirectorTopology.DEADLINES);
    directory = other;
    under(suggesting(false));
    items.forEach((key, value) ->
        driver.<String, byte[]>getKeyValueStore(DirectorTopology.STORE).put(key, value));
    waiting.forEach((key, value) ->
        driver.<String, byte[]>getKeyValueStore(DirectorTopology.DEADLINES).put(key, value));

    passes(DirectorLimits.DEADLINES_EVERY);

    assertThat(read(Topic.GOVERNANCE))
        .containsExactly(GovernanceFact.unsuggested("w", event().eventKey()));
  }

  @Test
  void whatNobodyAnswersIsAskedAgainAndThenDecidedWithout() throws Exception {
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    VerificationRequest asked = read(Topic.VERIFICATIONS).getFirst();
    passes(DirectorLimits.DEADLINES_EVERY);

    passes(REPORT_WAIT.dividedBy(2));
    for (int i = 0; i < 4; i++) {
      passes(DirectorLimits.DEADLINES_EVERY);
    }

    assertThat(read(Topic.VERIFICATIONS)).containsOnly(asked).hasSizeBetween(1, 2);
    assertThat(read(Topic.GOVERNANCE)).isEmpty();
    passes(REPORT_WAIT.dividedBy(2));
    GovernanceFact told = read(Topic.GOVERNANCE).getFirst();
    assertThat(told).isEqualTo(GovernanceFact.overdue("w", event().eventKey(), 0));
    assertThat(read(Topic.DECISIONS))
        .isNotEmpty()
        .allSatisfy(decision -> {
          assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
          assertThat(decision.reasons()).containsExactly("VERIFICATION_OVERDUE");
        });
  }

  @Test
  void whatWaitedThroughAnOutageIsAskedAgainBeforeItIsDecidedWithout(@TempDir Path other)
      throws Exception {
    int items = DirectorLimits.ENTRIES_AT_ONCE_MAX / 2;
    for (int i = 0; i < items; i++) {
      execute(utf8(EVENT.replace("\"w\"", "\"w" + i + "\"").replace("e-1", "e-" + i)), "w" + i);
    }
    Map<String, byte[]> stored = entries(DirectorTopology.STORE);
    directory = other;
    under(policy);
    stored.forEach((key, value) ->
        driver.<String, byte[]>getKeyValueStore(DirectorTopology.STORE).put(key, value));
    now = now.plus(REPORT_WAIT).plusSeconds(60);

    aRoundPasses(stored.size());
    assertThat(read(Topic.GOVERNANCE)).isEmpty();
    assertThat(read(Topic.VERIFICATIONS)).doesNotHaveDuplicates().hasSize(items);

    now = now.plus(REPORT_WAIT);
    aRoundPasses(stored.size());
    assertThat(read(Topic.GOVERNANCE))
        .extracting(GovernanceFact::workItem)
        .doesNotHaveDuplicates()
        .hasSize(items);
  }

  @Test
  void aReportWhoseExecutionDoesNotComeIsADeadLetterAndNothingIsLeftOfIt() {
    ReportMessage unasked = unasked();
    report(unasked);

    passes(EARLY_WAIT.minusSeconds(1));
    assertThat(read(Topic.GOVERNANCE)).isEmpty();
    passes(DirectorLimits.DEADLINES_EVERY);

    assertThat(read(Topic.DEAD_LETTERS))
        .singleElement()
        .satisfies(letter -> {
          assertThat(letter.code()).isEqualTo(ErrorCode.UNKNOWN_REQUEST);
          assertThat(letter.workItem()).isEqualTo("w");
          assertThat(letter.payloadDigest())
              .isEqualTo(Digests.sha256Hex(Topic.REPORTS.codec().encode(unasked)));
        });
    assertThat(entries(DirectorTopology.STORE)).isEmpty();
    assertThat(entries(DirectorTopology.DEADLINES)).isEmpty();
    passes(EARLY_WAIT);
    passes(EARLY_WAIT);
    assertThat(read(Topic.DEAD_LETTERS)).isEmpty();
    assertThat(read(Topic.GOVERNANCE)).hasSize(1);
  }

  @Test
  void nothingIsLeftOfAFloodOfReportsOnWorkItemsThatNobodySent() {
    int flood = 500;
    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    report(report(read(Topic.VERIFICATIONS).getFirst(), Result.PASS));
    Set<String> before = entries(DirectorTopology.STORE).keySet();
    for (int i = 0; i < flood; i++) {
      report(report(planned(event("other-" + i)), Result.PASS));
    }

    passes(EARLY_WAIT.plus(DirectorLimits.DEADLINES_EVERY));

    assertThat(read(Topic.DEAD_LETTERS))
        .hasSize(flood)
        .extracting(DeadLetter::code)
        .containsOnly(ErrorCode.UNKNOWN_REQUEST);
    assertThat(entries(DirectorTopology.STORE).keySet()).isEqualTo(before);
    assertThat(entries(DirectorTopology.DEADLINES)).isEmpty();
  }

  @Test
  void aReportThatIsTakenInTimeIsNoDeadLetter() {
    report(unasked());
    passes(EARLY_WAIT.minusSeconds(1));

    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    passes(EARLY_WAIT);

    assertThat(read(Topic.DECISIONS)).hasSize(1);
    assertThat(read(Topic.DEAD_LETTERS)).isEmpty();
    assertThat(entries(DirectorTopology.DEADLINES)).isEmpty();
  }

  /** Who sends a record chooses its time. */
  @Test
  void noTimeOfARecordKeepsItsReportWaiting() {
    reportAt(now.plus(Duration.ofHours(1)));

    passes(EARLY_WAIT);

    assertThat(read(Topic.DEAD_LETTERS)).hasSize(1);
    assertThat(entries(DirectorTopology.STORE)).isEmpty();
  }

  @Test
  void aReportOfLongAgoWaitsForAnExecutionThatWaitedForTheDirectorAsLong() throws Exception {
    reportAt(now.minus(Duration.ofDays(1)));
    passes(DirectorLimits.DEADLINES_EVERY);
    assertThat(read(Topic.GOVERNANCE)).isEmpty();

    execute(Topic.EXECUTIONS.codec().encode(event()), new RecordHeaders());
    passes(EARLY_WAIT);

    assertThat(read(Topic.DECISIONS)).hasSize(1);
    assertThat(read(Topic.DEAD_LETTERS)).isEmpty();
  }

  @Test
  void aReportThatWaitedBeforeThereWasABoundIsFound() {
    report(unasked());
    KeyValueStore<String, byte[]> deadlines = driver.getKeyValueStore(DirectorTopology.DEADLINES);
    entries(DirectorTopology.DEADLINES).keySet().forEach(deadlines::delete);

    passes(EARLY_WAIT.plus(DirectorLimits.DEADLINES_EVERY));

    assertThat(read(Topic.DEAD_LETTERS)).hasSize(1);
    assertThat(entries(DirectorTopology.STORE)).isEmpty();
  }

  private void reportAt(Instant time) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(
            kafka.prefixed(Topic.REPORTS.name()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    byte[] value = Topic.REPORTS.codec().encode(unasked());
    input.pipeInput(new TestRecord<>(utf8("w"), value, new RecordHeaders(), time));
  }

  /** The report on what nobody has asked yet. */
  private static ReportMessage unasked() {
    return report(planned(event()), Result.PASS);
  }

  private void aRoundPasses(int values) {
    for (int i = 0; i <= values / DirectorLimits.ENTRIES_AT_ONCE_MAX; i++) {
      passes(DirectorLimits.DEADLINES_EVERY);
    }
  }

  private void under(Policy other) throws Exception {
    driver.close();
    policy = other;
    start();
  }

  private static Policy suggesting(boolean modelPlans) {
    Policy p = PolicyReader.standard();
    return new Policy(
        p.name(),
        p.verifiers(),
        p.moods(),
        p.independent(),
        p.evidence(),
        p.rules(),
        modelPlans,
        p.demands());
  }

  private Map<String, byte[]> entries(String store) {
    Map<String, byte[]> entries = new HashMap<>();
    try (KeyValueIterator<String, byte[]> all =
        driver.<String, byte[]>getKeyValueStore(store).all()) {
      all.forEachRemaining(entry -> entries.put(entry.key, entry.value));
    }
    return entries;
  }

  private static String requestIdOf(ExecutionEvent event) {
    return planned(event).requestId();
  }

  /** What an execution is asked for first. */
  private static VerificationRequest planned(ExecutionEvent event) {
    return new DirectorStep(PolicyReader.standard())
        .onExecution(ItemReader.nothing(), event, "2026-11-21T10:00:00.000Z").emissions().stream()
            .filter(Emission.RequestVerification.class::isInstance)
            .map(emission -> ((Emission.RequestVerification) emission).request())
            .findFirst()
            .orElseThrow();
  }

  private static ExecutionEvent event() {
    return event("w");
  }

  private static ExecutionEvent event(String workItem) {
    return switch (CloudEvents.structured(utf8(EVENT.replace("\"w\"", "\"" + workItem + "\"")))) {
      case Parsed.Accepted<ExecutionEvent>(ExecutionEvent event) -> event;
      case Parsed.Rejected<ExecutionEvent>(var rejection) -> throw rejection.asException();
    };
  }

  private static ReportMessage report(VerificationRequest request, Result result) {
    VerificationReport report =
        new VerificationReport(
            request.verifierType(),
            "1",
            new ReportTarget(request.workItem(), null, List.of()),
            result,
            result == Result.FAIL
                ? List.of(new dev.assay.schemas.message.FailureSignature("1", "k", "t"))
                : List.of(),
            "summary",
            List.of("look"),
            1,
            List.of(),
            List.of(),
            null);
    return new ReportMessage(
        request.requestId(),
        request.workItem(),
        request.eventKey(),
        request.planId(),
        1,
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
        "worker",
        null,
        null);
  }

  private void execute(byte[] value, RecordHeaders headers) {
    pipe(Topic.EXECUTIONS.name(), value, headers);
  }

  private void execute(byte[] value, String workItem) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(
            kafka.prefixed(Topic.EXECUTIONS.name()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    input.pipeInput(new TestRecord<>(utf8(workItem), value, new RecordHeaders(), TIME));
  }

  private void report(ReportMessage message) {
    reportBytes(Topic.REPORTS.codec().encode(message));
  }

  private void reportBytes(byte[] value) {
    pipe(Topic.REPORTS.name(), value, new RecordHeaders());
  }

  private void pipe(String topic, byte @Nullable [] value, RecordHeaders headers) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(
            kafka.prefixed(topic), new ByteArraySerializer(), new ByteArraySerializer());
    input.pipeInput(new TestRecord<>(utf8("w"), value, headers, TIME));
  }

  private void passes(Duration time) {
    now = now.plus(time);
    driver.advanceWallClockTime(time);
  }

  private <T> List<T> read(Topic<T> topic) {
    List<T> messages = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : records(topic)) {
      if (topic.codec().decode(record.value()) instanceof Parsed.Accepted<T>(T message)) {
        messages.add(message);
      }
    }
    return messages;
  }

  private List<TestRecord<byte[], byte[]>> records(Topic<?> topic) {
    return driver
        .createOutputTopic(
            kafka.prefixed(topic.name()), new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
