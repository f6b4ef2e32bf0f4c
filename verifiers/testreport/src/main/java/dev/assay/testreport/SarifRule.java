package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/** A rule's default level and what the invocations of its run made of it. */
final class SarifRule {

  static final BinaryOperator<Severity> WORSE = BinaryOperator.maxBy(Comparator.naturalOrder());

  private final String id;
  private final Severity level;
  private final Map<Long, Severity> overrides = new HashMap<>(0);
  private Severity highest;
  private boolean shared;

  SarifRule(String id, Severity level) {
    this.id = id;
    this.level = level;
    this.highest = level;
  }

  /** Whether {@code name} is the rule's id or one below it, such as {@code CA1/sub} of CA1. */
  boolean bears(String name) {
    return name.equals(id) || name.startsWith(id + "/");
  }

  /**
   * The one of two rules with the same name that stands for both where only the name is reported.
   */
  SarifRule together(SarifRule other) {
    if (!equals(other)) {
      shared = true;
      other.shared = true;
    }
    return other.level.compareTo(level) > 0 ? other : this;
  }

  /**
   * Sets the level of one invocation.
   *
   * @param name the rule's id as the override tells it; one that tells less than the whole rule can
   *     only raise the level
   */
  void override(long invocation, Severity reported, String name) throws UnreadableReportException {
    if (shared) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    boolean whole = name.isEmpty() || name.equals(id);
    Severity made = whole ? reported : WORSE.apply(reported, level);
    overrides.merge(invocation, made, WORSE);
    highest = WORSE.apply(highest, made);
  }

  /** The level in an invocation; where none is reported (negative), the highest of all. */
  Severity level(long invocation) {
    return invocation < 0 ? highest : overrides.getOrDefault(invocation, level);
  }
}
