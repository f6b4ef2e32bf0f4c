package dev.assay.policygate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the checks of one run have found so far. Holds no text of any artifact. */
final class GateEvidence {

  private final List<Violation> violations = new ArrayList<>();
  private final Map<String, Violation> signatures = new LinkedHashMap<>();
  private final List<Violation> injections = new ArrayList<>();
  private final Set<InconclusiveReason> reasons = new LinkedHashSet<>();
  private final Set<Check> applied = EnumSet.noneOf(Check.class);
  private long violationsSeen;
  private long injectionsSeen;
  private long bytesScanned;
  private long filesScanned;
  private long innerArchives;
  private long calls;
  private boolean unjudgedBudget;
  private boolean undeclaredWrites;
  private boolean pathsCompared;

  /** A broken rule; FAIL. */
  void violation(Check check, String code, String about, Place place) {
    Violation violation = new Violation(check, code, about, place);
    violationsSeen++;
    signatures.putIfAbsent(check.code() + violation.signature(), violation);
    if (violations.size() < PolicyGateLimits.LISTED_MAX) {
      violations.add(violation);
    }
  }

  /** Text that addresses a reader; disclosed, never obeyed. */
  void injection(String kind, Place place) {
    injectionsSeen++;
    if (injections.size() < PolicyGateLimits.LISTED_MAX) {
      injections.add(new Violation(Check.INJECTION, "injection", kind, place));
    }
  }

  /** Finds that a scan counted without listing them. */
  void omitted(long secrets, long injectionsOmitted) {
    violationsSeen += secrets;
    injectionsSeen += injectionsOmitted;
  }

  void inconclusive(InconclusiveReason reason) {
    reasons.add(reason);
  }

  /** Tells that a check had something to look at. */
  void applied(Check check) {
    applied.add(check);
  }

  void scanned(long bytes) {
    bytesScanned += bytes;
    filesScanned++;
  }

  void innerArchive() {
    innerArchives++;
  }

  void calls(long count) {
    calls += count;
  }

  void unjudgedBudget() {
    unjudgedBudget = true;
  }

  void undeclaredWrite() {
    undeclaredWrites = true;
  }

  /** Tells that a call was compared with the protected paths. */
  void pathsCompared() {
    pathsCompared = true;
  }

  boolean hasPathsCompared() {
    return pathsCompared;
  }

  List<Violation> violations() {
    return violations;
  }

  long violationsSeen() {
    return violationsSeen;
  }

  /** One violation of each kind. */
  List<Violation> distinct() {
    return List.copyOf(signatures.values());
  }

  List<Violation> injections() {
    return injections;
  }

  long injectionsSeen() {
    return injectionsSeen;
  }

  Set<InconclusiveReason> reasons() {
    return reasons;
  }

  Set<Check> applied() {
    return applied;
  }

  long bytesScanned() {
    return bytesScanned;
  }

  long filesScanned() {
    return filesScanned;
  }

  long innerArchives() {
    return innerArchives;
  }

  long calls() {
    return calls;
  }

  boolean hasUnjudgedBudget() {
    return unjudgedBudget;
  }

  boolean hasUndeclaredWrites() {
    return undeclaredWrites;
  }

  /**
   * A rule that was broken. Every word is the gate's own.
   *
   * @param code what was broken, stable
   * @param about what it concerns: a syscall class, a kind of secret, a mood
   */
  record Violation(Check check, String code, String about, Place place) {

    /** The text of the failure signature. */
    String signature() {
      return about.isEmpty() ? code : code + " " + about;
    }
  }
}
