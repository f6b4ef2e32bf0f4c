package dev.assay.core.director;

import static dev.assay.core.director.World.REPORT;
import static dev.assay.core.director.World.SCAN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.PolicyRule.Demand;
import dev.assay.core.director.PolicyRule.When;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.Target;
import dev.assay.schemas.message.TouchedFiles;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What docs/design/0541-the-policy-requires.md promises. */
class PolicyRuleTest {

  private static final String PAYMENTS = "https://example.test/acme/payments";

  private static final Demand SCANNED = new Demand(List.of("scan@sarif"), null, null, 0);

  private static When when(List<String> repositories, List<String> paths, List<Risk> risks) {
    return new When(List.of(), repositories, paths, risks, List.of());
  }

  private static PolicyRule touching(String pattern, Demand demand) {
    return new PolicyRule("rule", when(List.of(), List.of(pattern), List.of()), demand);
  }

  private static ExecutionEvent attempt(int attempt, @Nullable Target target, ArtifactRef... refs) {
    return new ExecutionEvent(
        "test",
        "w-" + attempt,
        null,
        null,
        new ExecutionData(
            "w",
            "r",
            attempt,
            new Agent("f", "a", null),
            target,
            List.of(),
            List.of(refs),
            List.of(),
            List.of(),
            null,
            null,
            null,
            List.of()));
  }

  private static Target touches(String... files) {
    return new Target(PAYMENTS, null, List.of(files));
  }

  private static Decision passed(World world, ExecutionEvent event) {
    return world.attempt(event, _ -> Result.PASS);
  }

  @Test
  void aVerifierWhoseScopeIsSeenTouchedIsAskedThoughTheExecutionNamesOtherFiles() {
    World world = new World(Facts.scoped());

    Decision grew =
        world.attemptReported(
            attempt(1, touches("README.md"), REPORT),
            request -> Facts.report(request, Result.PASS).with(null, List.of("src/a")));
    Decision next = passed(world, attempt(2, touches("README.md"), REPORT));

    assertThat(grew.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(grew.reasons()).containsExactly(Reasons.REQUIREMENTS_GREW);
    assertThat(next.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(next.attestations()).as("both verifiers were asked").hasSize(2);
  }

  @Test
  void aPromotionDisclosesThatAScopeRestsOnTheFilesThatAreNamed() {
    World world = new World(Facts.scoped());

    assertThat(passed(world, attempt(1, touches("README.md"), REPORT)).kind())
        .isEqualTo(DecisionKind.PROMOTE);
    assertThat(promotion(world)).contains(Evidence.NAMED_BY_THE_JUDGED.blindSpot());
    World named = new World(Facts.scoped());
    assertThat(passed(named, attempt(1, touches("src/a"), REPORT)).kind())
        .isEqualTo(DecisionKind.PROMOTE);
    assertThat(promotion(named)).doesNotContain(Evidence.NAMED_BY_THE_JUDGED.blindSpot());
    World earlier = new World(Facts.scoped(), Edition.BEFORE_SEEN_SCOPES);
    assertThat(
            earlier
                .attemptReported(
                    attempt(1, touches("README.md"), REPORT),
                    request -> Facts.report(request, Result.PASS).with(null, List.of("src/a")))
                .kind())
        .isEqualTo(DecisionKind.PROMOTE);
    assertThat(promotion(earlier)).doesNotContain(Evidence.NAMED_BY_THE_JUDGED.blindSpot());
  }

  private static String promotion(World world) {
    return world.all(Emission.Attest.class).getLast().statement().text();
  }

  @Test
  void whatARuleDemandsOfATouchedPathIsMissedAndHoldsForLaterAttempts() {
    World world = new World(Facts.demanding(touching("src/payments/**", SCANNED)));

    Decision missing = passed(world, attempt(1, touches("src/payments/Card.java"), REPORT));
    Decision elsewhere = passed(world, attempt(2, touches("README.md"), REPORT));
    Decision brought = passed(world, attempt(3, touches("README.md"), REPORT, SCAN));

    assertThat(List.of(missing, elsewhere))
        .allSatisfy(
            each -> assertThat(each.reasons()).containsExactly("REQUIRED_EVIDENCE_MISSING"));
    assertThat(brought.kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void whoNamesNoFilesOrNoRepositoryEscapesNoRule() {
    PolicyRule rule =
        new PolicyRule(
            "rule",
            when(List.of("https://example.test/acme/*"), List.of("src/payments/**"), List.of()),
            SCANNED);
    World world = new World(Facts.demanding(rule));

    assertThat(passed(world, attempt(1, null, REPORT)).reasons())
        .containsExactly("REQUIRED_EVIDENCE_MISSING");
  }

  @Test
  void anotherRepositoryOrPathIsNoBusinessOfARule() {
    World world =
        new World(
            Facts.demanding(
                touching("src/payments/**", SCANNED),
                new PolicyRule(
                    "other",
                    when(List.of("https://example.test/other/*"), List.of(), List.of()),
                    SCANNED)));

    assertThat(passed(world, attempt(1, touches("README.md"), REPORT)).kind())
        .isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void aPatternForAnyDirectoryIsOneForNone() {
    for (String path : List.of("pom.xml", "./pom.xml", "a/pom.xml", "a/b/pom.xml")) {
      World world = new World(Facts.demanding(touching("**/pom.xml", SCANNED)));
      assertThat(passed(world, attempt(1, touches(path), REPORT)).reasons())
          .as(path)
          .containsExactly("REQUIRED_EVIDENCE_MISSING");
    }
    World world = new World(Facts.demanding(touching("**/pom.xml", SCANNED)));
    assertThat(passed(world, attempt(1, touches("a/xpom.xml"), REPORT)).kind())
        .isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void aFileThatAVerifierSawChangedCountsWhateverTheAgentNames() {
    World world = new World(Facts.demanding(touching("src/payments/**", SCANNED)));

    Decision hidden =
        world.attemptReported(
            attempt(1, touches("README.md"), REPORT),
            request ->
                Facts.report(request, Result.PASS).with(null, List.of("src/payments/Card.java")));
    Decision again = passed(world, attempt(2, touches("README.md"), REPORT));

    assertThat(hidden.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(hidden.reasons()).containsExactly("REQUIREMENTS_GREW");
    assertThat(again.reasons()).containsExactly("REQUIRED_EVIDENCE_MISSING");
  }

  @Test
  void aFileThatAVerifierSawChangedAndCouldNotNameCountsAsAny() {
    World world = new World(Facts.demanding(touching("src/payments/**", SCANNED)));

    Decision untold =
        world.attemptReported(
            attempt(1, touches("README.md"), REPORT),
            request -> Facts.report(request, Result.PASS).with(null, List.of(TouchedFiles.UNTOLD)));

    assertThat(untold.reasons()).containsExactly("REQUIREMENTS_GREW");
  }

  @Test
  void aRuleRaisesTheRiskAndBringsInTheRulesOfThatRisk() {
    World world =
        new World(
            Facts.demanding(
                new PolicyRule("high", when(List.of(), List.of(), List.of(Risk.HIGH)), SCANNED),
                touching("deploy/", new Demand(List.of(), null, Risk.HIGH, 0))));

    Decision decision = passed(world, attempt(1, touches("deploy/prod.yaml"), REPORT));

    assertThat(decision.reasons()).contains("REQUIRED_EVIDENCE_MISSING");
    assertThat(world.all(Emission.RequestVerification.class))
        .allSatisfy(each -> assertThat(each.request().risk()).isEqualTo(Risk.HIGH));
  }

  @Test
  void aRuleDemandsEvidenceOfAClassAtAnyRisk() {
    World world =
        new World(
            Facts.demanding(
                touching("**", new Demand(List.of(), EvidenceBasis.REEXECUTED, null, 0))));

    Decision claimed =
        world.attemptReported(
            attempt(1, touches("a"), REPORT),
            request -> Facts.report(request, Result.PASS).with(EvidenceBasis.CLAIMED));

    assertThat(claimed.reasons()).containsExactly("EVIDENCE_BELOW_POLICY");
    assertThat(Objects.requireNonNull(claimed.needed()).evidence())
        .isEqualTo(EvidenceBasis.REEXECUTED);
  }

  @Test
  void asManyPeopleAgreeAsARuleDemandsAndEachOnce() {
    World world = new World(Facts.demanding(touching("**", new Demand(List.of(), null, null, 2))));

    Decision asks = passed(world, attempt(1, touches("a"), REPORT));
    assertThat(asks.kind()).isEqualTo(DecisionKind.REQUEST_APPROVAL);
    assertThat(asks.reasons()).containsExactly("APPROVAL_REQUIRED");

    world.tell(agrees(asks, "olga"));
    Decision second = world.decisions("w").getLast();
    assertThat(second.kind()).isEqualTo(DecisionKind.REQUEST_APPROVAL);
    world.tell(agrees(second, "olga"));
    assertThat(world.decisions("w").getLast()).as("the same person again").isEqualTo(second);

    world.tell(agrees(second, "piet"));
    Decision promoted = world.decisions("w").getLast();
    assertThat(promoted.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(promoted.attestations()).isEqualTo(asks.attestations());
    assertThat(answers(world)).hasSize(2);
    assertThat(world.statement(promoted.promotion())).contains(answers(world));
  }

  @Test
  void whatPeopleAgreedToIsCitedByThePromotionThatWaitedForChildren() {
    World world = new World(Facts.demanding(touching("**", new Demand(List.of(), null, null, 1))));
    for (int attempt = 1; attempt <= 4; attempt++) {
      var _ = world.attempt(attempt(attempt, touches("a"), REPORT), _ -> Result.FAIL);
    }
    Decision split = world.decisions("w").getLast();
    assertThat(split.kind()).isEqualTo(DecisionKind.SPLIT);

    Decision asks = passed(world, attempt(5, touches("a"), REPORT));
    world.tell(agrees(asks, "olga"));
    assertThat(world.decisions("w").getLast().reasons()).contains("CHILDREN_OPEN");
    split
        .children()
        .forEach(child ->
            world.tell(
                GovernanceFact.childSettled("w", child, ChildState.PROMOTED, "a".repeat(64))));

    Decision promoted = world.decisions("w").getLast();
    assertThat(promoted.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(answers(world)).hasSize(1);
    assertThat(world.statement(promoted.promotion())).contains(answers(world));
  }

  /** Ids of the attestations of answers. */
  private static List<String> answers(World world) {
    return world.all(Emission.Attest.class).stream()
        .map(Emission.Attest::statement)
        .filter(statement -> statement.text().contains("attestation/approval/"))
        .map(Statement::id)
        .toList();
  }

  private static GovernanceFact agrees(Decision asks, String who) {
    return GovernanceFact.answered(
        "w", Objects.requireNonNull(asks.approval()).id(), "promote", null, who);
  }
}
