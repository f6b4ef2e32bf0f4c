package dev.assay.core.director;

import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.sim.Messages;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.VerifierErrorRates;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Executions, reports and a policy for tests of the director. */
final class Facts {

  static final String T1 = "2026-11-21T10:00:01.000Z";
  static final String T2 = "2026-11-21T10:00:02.000Z";
  static final String T3 = "2026-11-21T10:00:03.000Z";

  private Facts() {}

  static Policy policy() {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put("tests", Messages.rule(ArtifactRole.TEST_REPORT, false));
    rules.put("scan", Messages.rule(ArtifactRole.SARIF, true));
    return Policy.of("test", rules, 2);
  }

  /** With one verifier that runs the tests itself. */
  static Policy rerunning() {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put(
        "tests",
        Messages.rule(ArtifactRole.TEST_REPORT, false).with(EvidenceBasis.REEXECUTED, false));
    return Policy.of("rerunning", rules, 2);
  }

  /**
   * With one that reads reports of tests, and one that runs a workspace's.
   *
   * @param own whether they are Assay's own
   */
  static Policy readingAndRunning(boolean own) {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put(
        "tests",
        Messages.rule(ArtifactRole.TEST_REPORT, false)
            .with(EvidenceBasis.OBSERVED, true)
            .withLenses(List.of(), own));
    rules.put(
        "run",
        Messages.rule(ArtifactRole.WORKSPACE, true)
            .with(EvidenceBasis.REEXECUTED, false)
            .withLenses(List.of(), own));
    return Policy.of("both", rules, 2);
  }

  /** With one that runs the tests and one that scans, and all that the standard policy demands. */
  static Policy demanding(PolicyRule... rules) {
    Policy plain = Messages.policy(Rules.standard(), false);
    return new Policy(
        plain.name(),
        plain.verifiers(),
        plain.moods(),
        plain.independent(),
        plain.evidence(),
        plain.rules(),
        false,
        List.of(rules));
  }

  /** With one verifier for everything and one for what touches {@code src}. */
  static Policy scoped() {
    VerifierRule plain = Messages.rule(ArtifactRole.TEST_REPORT, false);
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put("tests", plain);
    rules.put("sources", rule(plain.moods(), List.of("src/**"), List.of()));
    return Policy.of("scoped", rules, 2);
  }

  /** With one verifier that must fail {@code bad} where the mood demands it. */
  static Policy withNegativeControl(ArtifactRef bad) {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put("tests", rule(Set.of(), List.of(), List.of(bad)));
    return Policy.of("negative", rules, 2);
  }

  /** With one verifier for every mood and one more for each of three moods. */
  static Policy withMoods() {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put("tests", starting());
    rules.put("suite", starting(Mood.SKEPTICAL));
    rules.put("gate", starting(Mood.PARANOID));
    rules.put("wide", starting(Mood.BOLD));
    return Policy.of("moods", rules, 2);
  }

  private static VerifierRule starting(Mood... moods) {
    return rule(Set.of(moods), List.of(), List.of());
  }

  private static VerifierRule rule(
      Set<Mood> moods, List<String> scopes, List<ArtifactRef> negativeControls) {
    VerifierRule plain = Messages.rule(ArtifactRole.TEST_REPORT, false);
    return new VerifierRule(
        plain.kind(),
        plain.subjects(),
        plain.companions(),
        false,
        plain.budgetMillis(),
        plain.config(),
        moods,
        scopes,
        false,
        negativeControls,
        null,
        false,
        plain.lenses(),
        false);
  }

  /** In which a work item may stay in {@code mood} for so many attempts. */
  static Policy withMoodBudget(Mood mood, int attempts) {
    Policy plain = policy();
    MoodRule r = plain.mood(mood);
    Budget most = Budget.LARGEST;
    Map<Mood, MoodRule> moods = new EnumMap<>(plain.moods());
    moods.put(
        mood,
        new MoodRule(
            r.includes(),
            r.verifiers(),
            r.broadens(),
            r.slow(),
            r.promotes(),
            r.asks(),
            r.reruns(),
            r.negativeControls(),
            r.network(),
            new Budget(attempts, most.verificationsMax(), most.verifierMillisMax())));
    return new Policy(
        plain.name(),
        plain.verifiers(),
        moods,
        plain.independent(),
        plain.evidence(),
        plain.rules(),
        false,
        List.of());
  }

  /** With a bound on the measured false-pass rate. */
  static Policy withFalsePassUpperMax(double bound) {
    Policy plain = policy();
    Rules r = plain.rules();
    return new Policy(
        plain.name(),
        plain.verifiers(),
        plain.moods(),
        plain.independent(),
        plain.evidence(),
        new Rules(
            r.retriesMax(),
            r.sameSignatureAt(),
            r.failuresAt(),
            r.splitAt(),
            r.haltAt(),
            r.childrenMax(),
            r.splitDepthMax(),
            r.budget(),
            r.approvalSeconds(),
            r.askOnEscalate(),
            bound,
            r.lensRounds()),
        false,
        List.of());
  }

  /** A pass of a verifier that passed none of that many known-bad artifacts. */
  static ReportMessage measured(VerificationRequest request, int knownBad, double upper) {
    ReportMessage plain = report(request, Result.PASS);
    return new ReportMessage(
        plain.requestId(),
        plain.workItem(),
        plain.eventKey(),
        plain.planId(),
        plain.attempt(),
        plain.report(),
        plain.reportDigest(),
        plain.configDigest(),
        null,
        null,
        null,
        plain.artifacts(),
        plain.lens(),
        plain.startedAt(),
        plain.durationMillis(),
        plain.worker(),
        new VerifierErrorRates(knownBad, 0, 0, upper, knownBad, 0, 0, upper),
        null);
  }

  static ArtifactRef artifact(ArtifactRole role, String content) {
    return Messages.artifact(role, content);
  }

  static ExecutionEvent execution(String id, int attempt, ArtifactRef... artifacts) {
    return execution(id, attempt, List.of(), List.of(), artifacts);
  }

  static ExecutionEvent execution(
      String id,
      int attempt,
      List<String> requires,
      List<String> suggests,
      ArtifactRef... artifacts) {
    return new ExecutionEvent(
        "test",
        id,
        null,
        null,
        new ExecutionData(
            "w",
            "r",
            attempt,
            new Agent("f", "a", null),
            null,
            List.of("done"),
            List.of(artifacts),
            requires,
            suggests,
            null,
            null,
            null,
            List.of()));
  }

  /** As ingest takes it in from somebody who may tell it in the fleet of these executions. */
  static GovernanceFact told(GovernanceFact fact) {
    boolean vouches = fact.kind() == GovernanceKind.EVIDENCE_GIVEN;
    return fact.as(vouches ? "evidence" : "approve", "f");
  }

  static ReportMessage report(VerificationRequest request, Result result) {
    return report(request, result, "5160");
  }

  /** A failure with that signature. */
  static ReportMessage failing(VerificationRequest request, String signature) {
    return report(request, Result.FAIL, signature);
  }

  private static ReportMessage report(
      VerificationRequest request, Result result, String signature) {
    List<Hyperthesis> blind =
        result == Result.PASS || result == Result.FAIL
            ? List.of()
            : List.of(new Hyperthesis("b", Hyperthesis.Why.MISSING_DATA, Risk.LOW, "n"));
    List<FailureSignature> signatures =
        result == Result.FAIL
            ? List.of(new FailureSignature(signature, "exception", "AssertionError at A.b"))
            : List.of();
    VerificationReport report =
        new VerificationReport(
            request.verifierType(),
            "1",
            new ReportTarget(request.workItem(), null, List.of()),
            result,
            signatures,
            "a summary",
            List.of("look"),
            0.9,
            blind,
            List.of(),
            null);
    return Messages.report(request, report, "worker");
  }
}
