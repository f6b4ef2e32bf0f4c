package dev.assay.cli.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What was found so far: all is counted, the first ones are kept. What was found of entries is kept
 * apart, for an audit that goes on behind them.
 */
final class Findings {

  /** What is looked at. */
  enum Of {
    /** No entry, or all of them: who goes on finds it again. */
    ALL,
    /** An entry that was not looked at before. */
    ENTRY,
    /** One that was looked at before, by who knew more of what is before it: it was told then. */
    ENTRY_AGAIN
  }

  /**
   * What was found of entries up to some place.
   *
   * @param total how many
   * @param first the first of them
   */
  record Found(long total, List<AuditFinding> first) {}

  private final List<AuditFinding> first = new ArrayList<>();
  private final List<AuditFinding> entries = new ArrayList<>();
  private Set<AuditFinding> resumed = Set.of();
  private long count;
  private long entriesCount;
  private Of of = Of.ALL;

  /** What is added from now on is found of {@code what}. */
  void of(Of what) {
    of = what;
  }

  void add(AuditFinding finding) {
    switch (of) {
      case ALL -> addOpen(finding);
      case ENTRY -> addOfEntry(finding);
      case ENTRY_AGAIN -> {}
    }
  }

  /** One that an entry that was looked at before can have by now: told unless it was found then. */
  void addProof(AuditFinding finding) {
    boolean known = resumed.size() >= AuditLimits.FINDINGS_MAX || resumed.contains(finding);
    if (of != Of.ENTRY_AGAIN || !known) {
      addOfEntry(finding);
    }
  }

  /** One that who goes on finds again, whatever is looked at. */
  void addOpen(AuditFinding finding) {
    count++;
    keep(first, finding);
  }

  private void addOfEntry(AuditFinding finding) {
    addOpen(finding);
    entriesCount++;
    keep(entries, finding);
  }

  private static void keep(List<AuditFinding> in, AuditFinding finding) {
    if (in.size() < AuditLimits.FINDINGS_MAX) {
      in.add(finding);
    }
  }

  /** Those of an audit that was interrupted, or of a replay. */
  void resume(long total, List<AuditFinding> kept) {
    kept.forEach(this::addOfEntry);
    long others = Math.max(0, total - kept.size());
    count += others;
    entriesCount += others;
    resumed = Set.copyOf(kept);
  }

  /** What was found of entries so far. */
  Found ofEntries() {
    return new Found(entriesCount, List.copyOf(entries));
  }

  long count() {
    return count;
  }

  List<AuditFinding> first() {
    return List.copyOf(first);
  }
}
