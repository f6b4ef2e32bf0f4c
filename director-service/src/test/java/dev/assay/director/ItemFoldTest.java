package dev.assay.director;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemHead;
import dev.assay.core.director.ItemKey;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.ItemValue;
import dev.assay.core.director.MoodRule;
import dev.assay.core.director.Outcome;
import dev.assay.core.director.Policy;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.director.Rules;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What does not fit into the state of a work item is decided without, or refused and shown. */
class ItemFoldTest {

  private static final long START = 1_795_000_000_000L;

  /** Of one value in the store: less than an event and its plan may have together. */
  private static final int VALUE_BYTES_MAX = 512 * 1024;

  /** The canonical text of a report's failures that no statement holds. */
  private static final String WIDE = "\uD83D\uDE00".repeat(Limits.SIGNATURE_CHARS_MAX);

  private static final List<String> LENSES =
      List.of(
          "clean-sandbox-rerun", "independent-checker", "isolated-subset", "extra-instrumentation");

  private final ItemFold fold = new ItemFold(new DirectorStep(policy(false)));
  private final List<Emission> emissions = new ArrayList<>();
  private final Deque<VerificationRequest> open = new ArrayDeque<>();
  private final Map<ItemKey, ItemValue> stored = new HashMap<>();
  private Map<ItemKey, @Nullable ItemValue> changed = Map.of();
  private long clock = START;

  @Test
  void aReportThatNoStatementHoldsHaltsItsExecution() {
    take(new DirectorInput.Execution(execution("e", 1, "report")));

    ReportMessage tooLarge = report(open.remove(), Result.FAIL, WIDE);
    take(new DirectorInput.Report(tooLarge));

    assertThat(decided().kind()).isEqualTo(DecisionKind.HALT);
    assertThat(decided().reasons()).contains("STATEMENT_TOO_LARGE");
    assertThat(shown().refusals())
        .singleElement()
        .satisfies(refusal -> {
          assertThat(refusal.code()).isEqualTo(ErrorCode.STATEMENT_TOO_LARGE);
          assertThat(refusal.eventId()).isEqualTo("e");
        });

    Decision first = decided();
    emissions.clear();
    take(new DirectorInput.Report(tooLarge));

    assertThat(decided())
        .as("a report that comes again says again what it led to")
        .isEqualTo(first);
    assertThat(changed).isEmpty();
  }

  @Test
  void howeverMuchEvidenceComesEveryExecutionIsDecidedAndNoValueGrows() {
    String[] many =
        IntStream.range(0, Limits.ARTIFACTS_MAX).mapToObj(i -> "r" + i).toArray(String[]::new);
    for (int i = 0; i < 12; i++) {
      take(new DirectorInput.Execution(execution("e-" + i, 1, many)));
    }
    String text = "x".repeat(Limits.SIGNATURE_CHARS_MAX);
    while (!open.isEmpty()) {
      take(new DirectorInput.Report(report(open.remove(), Result.INCONCLUSIVE, text)));
    }

    assertThat(head().undecided()).isFalse();
    assertThat(shown().refusals()).isEmpty();
    assertThat(decisions()).hasSize(12);
    stored.forEach((key, value) ->
        assertThat(key.encode(value)).as("%s", key).hasSizeLessThan(VALUE_BYTES_MAX));
  }

  @Test
  void largeExecutionsAreDecidedUpToTheirNumberAndRefusedAboveIt() {
    for (int i = 0; i <= ItemState.EXECUTIONS_MAX; i++) {
      take(new DirectorInput.Execution(large("large-" + i)));
    }

    assertThat(head().executions()).hasSize(ItemState.EXECUTIONS_MAX);
    assertThat(head().undecided()).isFalse();
    assertThat(shown().refusals())
        .singleElement()
        .satisfies(refusal ->
            assertThat(refusal.eventId()).isEqualTo("large-" + ItemState.EXECUTIONS_MAX));
    stored.forEach((key, value) ->
        assertThat(key.encode(value)).as("%s", key).hasSizeLessThan(VALUE_BYTES_MAX));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverComesEveryExecutionEndsDecidedOrRefused(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Set<String> sent = new HashSet<>();
    for (int i = 0; i < 260; i++) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          ExecutionEvent event =
              random.nextInt(30) == 0
                  ? large("l-" + i)
                  : execution("e-" + random.nextInt(200), 1 + random.nextInt(3), "r" + i % 3);
          sent.add(event.eventKey());
          take(new DirectorInput.Execution(event));
        }
        case 3, 4, 5 -> answer(random);
        case 6 -> take(new DirectorInput.Governance(fact(random, i)));
        default -> take(new DirectorInput.Report(foreign(i)));
      }
    }
    while (!open.isEmpty()) {
      answer(random);
    }

    Set<String> ended = new HashSet<>();
    decisions().forEach(decision -> ended.add(decision.eventKey()));
    for (Emission emission : emissions) {
      if (emission instanceof Emission.PublishWorkItem(WorkItem item)) {
        item.refusals().forEach(refusal -> ended.add("" + refusal.eventKey()));
      }
    }
    assertThat(ended).containsAll(sent);
    assertThat(head().undecided()).isFalse();
  }

  private void answer(SplittableRandom random) {
    VerificationRequest request = open.poll();
    if (request != null) {
      Result[] results = Result.values();
      Result result = results[random.nextInt(results.length)];
      String text = random.nextInt(20) == 0 ? WIDE : "AssertionError at A.b";
      take(new DirectorInput.Report(report(request, result, text)));
    }
  }

  private GovernanceFact fact(SplittableRandom random, int i) {
    String question =
        head().governance().question() == null
            ? Digests.sha256Hex("question " + i)
            : head().governance().question().approval().id();
    return switch (random.nextInt(4)) {
      case 0 ->
          GovernanceFact.answered("w", question, "resume", null, "operator").as("operate", null);
      case 1 -> GovernanceFact.expired("w", question);
      case 2 -> GovernanceFact.suggested("w", question, "model-" + i, List.of("tests"));
      default -> GovernanceFact.childOpened("w", "parent", List.of(), 1, Risk.LOW, List.of());
    };
  }

  /** The report on a request that nobody made. */
  private static ReportMessage foreign(int i) {
    VerificationRequest request =
        new VerificationRequest(
            Digests.sha256Hex("request " + i),
            "w",
            Digests.sha256Hex("execution " + i),
            Digests.sha256Hex("plan " + i),
            1,
            "tests",
            "{}",
            List.of(artifact("r0")),
            null,
            null,
            Risk.LOW,
            null,
            1_000,
            null);
    return report(request, Result.PASS, "t");
  }

  private void take(DirectorInput input) {
    clock += 1_000;
    Outcome outcome = fold.fold(stored::get, input, Times.text(clock));
    changed = outcome.next().changes();
    changed.forEach((key, value) -> {
      if (value == null) {
        stored.remove(key);
      } else {
        stored.put(key, value);
      }
    });
    for (Emission emission : outcome.emissions()) {
      emissions.add(emission);
      if (emission instanceof Emission.RequestVerification(var request, _)) {
        open.add(request);
      }
    }
  }

  private ItemHead head() {
    return ItemState.of(stored::get).head();
  }

  private WorkItem shown() {
    return emissions.reversed().stream()
        .filter(Emission.PublishWorkItem.class::isInstance)
        .map(emission -> ((Emission.PublishWorkItem) emission).workItem())
        .findFirst()
        .orElseThrow();
  }

  private Decision decided() {
    return decisions().getLast();
  }

  private List<Decision> decisions() {
    return emissions.stream()
        .filter(Emission.Decide.class::isInstance)
        .map(emission -> ((Emission.Decide) emission).decision())
        .toList();
  }

  private static Policy policy(boolean modelPlans) {
    TreeMap<String, VerifierRule> verifiers = new TreeMap<>();
    for (String type : List.of("lint", "tests")) {
      verifiers.put(
          type,
          VerifierRule.of(Set.of(ArtifactRole.TEST_REPORT), Set.of(), false, 1_000, "{}")
              .withLenses(LENSES, true));
    }
    return new Policy(
        "silence",
        verifiers,
        MoodRule.standard(),
        Policy.INDEPENDENT,
        Policy.EVIDENCE,
        Rules.standard(),
        modelPlans,
        List.of());
  }

  private static ArtifactRef artifact(String content) {
    return new ArtifactRef(
        ArtifactRole.TEST_REPORT, Digests.sha256Hex(content), 1, "text/plain", null);
  }

  private static ExecutionEvent execution(String id, int attempt, String... reports) {
    return event(id, attempt, List.of(reports).stream().map(ItemFoldTest::artifact).toList());
  }

  /** An execution of a quarter of a megabyte, of which nothing can be verified. */
  private static ExecutionEvent large(String id) {
    Map<String, String> environment = new TreeMap<>();
    IntStream.range(0, 14).forEach(i -> environment.put("K" + i, "v".repeat(480)));
    return event(
        id,
        1,
        IntStream.range(0, Limits.ARTIFACTS_MAX)
            .mapToObj(i ->
                new ArtifactRef(
                    ArtifactRole.POLICY_SUBJECT,
                    Digests.sha256Hex("a" + i),
                    1,
                    "text/plain",
                    new Producer(null, null, environment)))
            .toList());
  }

  private static ExecutionEvent event(String id, int attempt, List<ArtifactRef> artifacts) {
    return new ExecutionEvent(
        "s",
        id,
        null,
        null,
        new ExecutionData(
            "w",
            "r",
            attempt,
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

  private static ReportMessage report(VerificationRequest request, Result result, String text) {
    List<FailureSignature> signatures =
        IntStream.range(0, Limits.FAILURE_SIGNATURES_MAX)
            .mapToObj(i ->
                new FailureSignature(
                    Digests.sha256Hex("" + i).substring(0, 32),
                    head(text, Limits.ID_CHARS_MAX),
                    text))
            .toList();
    VerificationReport report =
        new VerificationReport(
            request.verifierType(),
            "1",
            new ReportTarget(request.workItem(), null, List.of()),
            result,
            result == Result.PASS ? List.of() : signatures,
            "summary",
            List.of("look"),
            1,
            IntStream.range(0, Limits.HYPERTHESES_MAX)
                .mapToObj(_ ->
                    new Hyperthesis(
                        head(text, Limits.HYPERTHESIS_CHARS_MAX),
                        Hyperthesis.Why.MISSING_DATA,
                        Risk.LOW,
                        head(text, Limits.HYPERTHESIS_CHARS_MAX)))
                .toList(),
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
        request.lens(),
        "2026-11-21T10:00:00.000Z",
        1,
        "worker",
        null,
        null);
  }

  /** The first characters of {@code text}. */
  private static String head(String text, int charsMax) {
    int chars = Math.min(text.codePointCount(0, text.length()), charsMax);
    return text.substring(0, text.offsetByCodePoints(0, chars));
  }
}
