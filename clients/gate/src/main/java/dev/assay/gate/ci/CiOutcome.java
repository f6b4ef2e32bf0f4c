package dev.assay.gate.ci;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.stop.StopVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a job found out. Names are what tools wrote, as single words ({@link StopVerdict#shown});
 * sentences are ours, on one line each.
 *
 * @param attempt the attempt that was judged, 0 when nothing was
 * @param decision the kind of the decision, {@code NONE} without one
 * @param codes stable codes of the reasons
 * @param findings what is missing or was refused, a line each
 * @param next what would change it, a sentence each
 */
public record CiOutcome(
    String workItem,
    int attempt,
    String decision,
    State state,
    List<String> codes,
    List<Check> checks,
    List<String> findings,
    List<String> next) {

  private static final String NONE = "NONE";
  private static final Set<String> NEGATIVE = Set.of("RETRY", "HALT", "DEMOTE");

  /** How the job ends. */
  public enum State {
    /** Everything that was asked passed. */
    PROMOTED(0, "promoted"),
    /** A verification failed. */
    FAILED(1, "failed"),
    /** Nothing is decided, evidence is missing, or the job has no identity. */
    UNDECIDED(2, "not verified"),
    /** Assay could not be asked. */
    ERROR(3, "could not be verified");

    private final int exit;
    private final String words;

    State(int exit, String words) {
      this.exit = exit;
      this.words = words;
    }

    /** The exit code of the command. */
    public int exit() {
      return exit;
    }

    String words() {
      return words;
    }
  }

  /** One verification, as the attestation says it. */
  public record Check(
      String verifier,
      String version,
      String result,
      String basis,
      String attestation,
      List<Failure> failures) {

    public Check {
      verifier = StopVerdict.shown(verifier);
      version = StopVerdict.shown(version);
      result = StopVerdict.shown(result);
      basis = StopVerdict.shown(basis);
      attestation = StopVerdict.shown(attestation);
      failures = failures.stream().limit(CiLimits.FAILURES_MAX).toList();
    }
  }

  /** A failure signature and the name that a tool gave it. */
  public record Failure(String signature, String name) {

    public Failure {
      signature = StopVerdict.shown(signature);
      name = StopVerdict.shown(name);
    }
  }

  public CiOutcome {
    workItem = StopVerdict.shownId(workItem);
    decision = StopVerdict.shown(decision);
    codes = codes.stream().limit(CiLimits.LINES_MAX).map(StopVerdict::shown).toList();
    checks = checks.stream().limit(CiLimits.CHECKS_MAX).toList();
    findings = findings.stream().limit(CiLimits.LINES_MAX).map(CiText::line).toList();
    next = next.stream().limit(CiLimits.LINES_MAX).map(CiText::line).toList();
  }

  /**
   * What the explanation of a work item says: the document of {@code GET
   * /v1/work-items/{id}/explanation}.
   */
  public static CiOutcome of(JsonNode explanation) {
    JsonNode decided = explanation.path("decision");
    String decision = decided.path("kind").asText(NONE);
    List<String> codes = new ArrayList<>();
    decided.path("reasons").forEach(each -> codes.add(each.path("code").asText()));
    List<Check> checks = new ArrayList<>();
    explanation.path("checks").forEach(each -> checks.add(check(each)));
    List<String> next = new ArrayList<>();
    explanation.path("help").forEach(each -> next.add(each.asText()));
    return new CiOutcome(
        explanation.path("workItem").asText(),
        decided.path("attempt").asInt(),
        decision,
        state(decision, codes),
        codes,
        checks,
        List.of(),
        next);
  }

  /** Nothing was judged, for want of what {@code findings} say. */
  public static CiOutcome unjudged(
      String workItem, State state, String code, List<String> findings, List<String> next) {
    return new CiOutcome(workItem, 0, NONE, state, List.of(code), List.of(), findings, next);
  }

  private static State state(String decision, List<String> codes) {
    if (decision.equals("PROMOTE")) {
      return State.PROMOTED;
    }
    return NEGATIVE.contains(decision) || codes.contains("VERIFICATION_FAILED")
        ? State.FAILED
        : State.UNDECIDED;
  }

  private static Check check(JsonNode check) {
    List<Failure> failures = new ArrayList<>();
    check
        .path("failures")
        .forEach(each ->
            failures.add(
                new Failure(each.path("id").asText(), each.path("untrustedText").asText())));
    return new Check(
        check.path("verifier").asText(),
        check.path("version").asText(),
        check.path("result").asText(),
        check.path("basis").asText("CLAIMED"),
        check.path("attestation").asText(),
        failures);
  }

  /** It in one line. */
  public String summary() {
    return (decision.equals(NONE) ? "no decision on " : decision + " of ")
        + workItem
        + (attempt == 0 ? "" : ", attempt " + attempt)
        + " ("
        + String.join(", ", codes)
        + ")";
  }
}
