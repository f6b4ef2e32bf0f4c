package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.util.EnumMap;
import java.util.Map;

/** What a scan looked at and found. */
final class ScanCounts {

  private final Map<Severity, Long> findings = new EnumMap<>(Severity.class);
  private long blocking;
  private long scanned;
  private long suppressed;

  /**
   * Counts a finding.
   *
   * @param blocks whether it is at or above the threshold
   * @throws UnreadableReportException when there are more of a severity than are counted
   */
  void finding(Severity severity, boolean blocks) throws UnreadableReportException {
    if (findings.merge(severity, 1L, Long::sum) > TestReportLimits.CASES_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
    blocking += blocks ? 1 : 0;
  }

  /** Counts a file or run that the scan looked at. */
  void scannedOne() {
    scanned++;
  }

  /** Counts a finding that the scan itself suppressed. */
  void suppressedOne() {
    suppressed++;
  }

  long findings(Severity severity) {
    return findings.getOrDefault(severity, 0L);
  }

  long findings() {
    return findings.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Findings at or above the threshold. */
  long blocking() {
    return blocking;
  }

  long scanned() {
    return scanned;
  }

  long suppressed() {
    return suppressed;
  }
}
