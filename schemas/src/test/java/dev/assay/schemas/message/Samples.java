package dev.assay.schemas.message;

import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import java.util.List;
import java.util.Map;

/** One full value of every message, every optional member present. */
public final class Samples {

  static final String TIME = "2026-11-21T10:00:00.000Z";
  static final String DIGEST = Digests.sha256Hex("sample");
  static final Agent AGENT = new Agent("night-fleet", "agent-7", "some-model");
  static final Target TARGET = new Target("git:repo", "0123abc", List.of("src/A.java"));
  static final ArtifactRef ARTIFACT =
      new ArtifactRef(
          ArtifactRole.TEST_REPORT,
          DIGEST,
          1_234,
          "application/xml",
          new Producer("mvn test", 1, Map.of("sandbox", "s-1")));

  private Samples() {}

  public static ExecutionEvent execution() {
    return new ExecutionEvent(
        "https://agents.example/fleet",
        "event-1",
        TIME,
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        new ExecutionData(
            "shop/cart-42",
            "run-1",
            2,
            AGENT,
            TARGET,
            List.of("all tests pass"),
            List.of(ARTIFACT),
            List.of("testreport"),
            List.of("quick"),
            "orders",
            Risk.HIGH,
            3,
            List.of(MoodHint.CRASH_DETECTED)));
  }

  static VerificationReport report() {
    return new VerificationReport(
        "testreport",
        "1",
        new ReportTarget("shop/cart-42", "0123abc", List.of("src/A.java")),
        Result.FLAKY,
        List.of(new FailureSignature("ab12", "exception", "java.lang.AssertionError at A.b")),
        "1 of 3 tests was flaky",
        List.of("rerun in a clean sandbox"),
        0.5,
        List.of(
            new Hyperthesis(
                "timing", Hyperthesis.Why.MISSING_DATA, Risk.MEDIUM, "one rerun recorded")),
        List.of(new Pointer(DIGEST, 10, 20)),
        DIGEST);
  }

  /** All messages, by the name of their schema. */
  public static Map<String, Object> all() {
    return Map.of(
        "ExecutionEvent",
        execution(),
        "VerificationRequest",
        new VerificationRequest(
            DIGEST,
            "shop/cart-42",
            DIGEST,
            DIGEST,
            1,
            "testreport",
            "{}",
            List.of(ARTIFACT),
            TARGET,
            "orders",
            Risk.LOW,
            "clean-sandbox",
            2_000,
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        "ReportMessage",
        new ReportMessage(
            DIGEST,
            "shop/cart-42",
            DIGEST,
            DIGEST,
            1,
            report(),
            DIGEST,
            DIGEST,
            DIGEST,
            DIGEST,
            "bwrap",
            List.of(ARTIFACT),
            "clean-sandbox",
            TIME,
            17,
            "worker-1",
            new VerifierErrorRates(20, 0, 0, 0.168, 20, 1, 0.001, 0.249)),
        "CanaryRates",
        new CanaryRates(
            "testreport", "1", new VerifierErrorRates(20, 0, 0, 0.168, 20, 1, 0.001, 0.249), TIME),
        "GovernanceFact",
        GovernanceFact.answered("shop/cart-42", DIGEST, "resume", "looked at it", "operator"),
        "AttestationMessage",
        new AttestationMessage(
            DIGEST, "shop/cart-42", DIGEST, 1, AGENT, "{}", DIGEST, "c2ln", TIME),
        "Decision",
        new Decision(
            DIGEST,
            "shop/cart-42",
            1,
            DecisionKind.REQUEST_APPROVAL,
            List.of("FLAKY"),
            List.of(DIGEST),
            DIGEST,
            Mood.CALM,
            Mood.SKEPTICAL,
            List.of(new MoodTransition(Mood.CALM, Mood.SKEPTICAL, MoodTrigger.SAME_SIGNATURE)),
            "try again",
            List.of("shop/cart-42/1"),
            new Approval(DIGEST, "merge?", List.of("yes", "no"), TIME, "no"),
            DIGEST,
            "event-1",
            AGENT,
            TIME,
            3),
        "WorkItem",
        new WorkItem(
            "shop/cart-42",
            WorkItemStatus.PROMOTED,
            Mood.CALM,
            1,
            AGENT,
            new ControlState(
                List.of(new ControlState.Assertion(DIGEST, "verified", List.of(DIGEST))),
                List.of(new ControlState.Hypothesis("c", "t", 2, "p", List.of("ab12"))),
                List.of(new ControlState.Drive("p", "t", "a")),
                List.of(new ControlState.Belief("p", 0.5, "u", "e")),
                List.of(
                    new ControlState.Disclosure(
                        new Hyperthesis("b", Hyperthesis.Why.COST, Risk.LOW, "n"), DIGEST)),
                List.of(new ControlState.Conjecture("c", "t", "e", "o", "s"))),
            List.of(new WorkItem.Atom(DIGEST, AtomState.PROMOTED, List.of(DIGEST))),
            "shop/cart",
            List.of(new WorkItem.Child("shop/cart-42:s1", ChildState.OPEN)),
            new Approval(DIGEST, "merge?", List.of("yes", "no"), TIME, "no"),
            new Cost(1, 2, 3, 4, 5, 6),
            3,
            TIME,
            TIME),
        "DeadLetter",
        new DeadLetter(
            "executions",
            1,
            7,
            ErrorCode.INVALID_JSON,
            "expected JSON",
            "shop/cart-42",
            DIGEST,
            "AA==",
            TIME));
  }
}
