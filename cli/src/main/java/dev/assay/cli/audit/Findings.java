package dev.assay.cli.audit;

import java.util.ArrayList;
import java.util.List;

/** What was found so far: all is counted, the first ones are kept. */
final class Findings {

  private final List<AuditFinding> first = new ArrayList<>();
  private long count;
  private boolean again;

  void add(AuditFinding finding) {
    if (again && (first.size() >= AuditLimits.FINDINGS_MAX || first.contains(finding))) {
      return;
    }
    count++;
    if (first.size() < AuditLimits.FINDINGS_MAX) {
      first.add(finding);
    }
  }

  /** Whether what comes was looked at before: of that, what was found then is not told again. */
  void again(boolean before) {
    again = before;
  }

  /** Those of an audit that was interrupted. */
  void resume(long total, List<AuditFinding> kept) {
    kept.forEach(this::add);
    count += Math.max(0, total - kept.size());
  }

  /** The first of those about entries below {@code position}; who goes on there finds the rest. */
  List<AuditFinding> below(long position) {
    return first.stream()
        .filter(finding -> finding.logIndex() != null && finding.logIndex() < position)
        .toList();
  }

  long count() {
    return count;
  }

  List<AuditFinding> first() {
    return List.copyOf(first);
  }
}
