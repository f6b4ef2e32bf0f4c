package dev.assay.cli.audit;

import java.util.ArrayList;
import java.util.List;

/** What was found so far: all is counted, the first ones are kept. */
final class Findings {

  private final List<AuditFinding> first = new ArrayList<>();
  private long count;

  void add(AuditFinding finding) {
    count++;
    if (first.size() < AuditLimits.FINDINGS_MAX) {
      first.add(finding);
    }
  }

  /** Those of an audit that was interrupted. */
  void resume(long total, List<AuditFinding> kept) {
    kept.forEach(this::add);
    count += Math.max(0, total - kept.size());
  }

  long count() {
    return count;
  }

  List<AuditFinding> first() {
    return List.copyOf(first);
  }
}
