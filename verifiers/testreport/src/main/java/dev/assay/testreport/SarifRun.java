package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of a SARIF report: its invocations, its rules' levels and its results. */
final class SarifRun {

  private static final Set<String> INVOCATION =
      Set.of(
          "executionSuccessful",
          "exitCode",
          "exitSignalName",
          "exitSignalNumber",
          "processStartFailureMessage",
          "toolConfigurationNotifications",
          "toolExecutionNotifications",
          "ruleConfigurationOverrides",
          "notificationConfigurationOverrides");

  private record LevelOverride(long invocation, SarifReference rule, Severity level) {}

  /** A notification without a level, whose description may still come. */
  private record Notice(long invocation, SarifReference descriptor) {}

  private final Tally tally;
  private final Severity failOn;
  private final SarifRules rules = new SarifRules();
  private final SarifRules notifications = new SarifRules();

  /** What the invocations made of rules and notifications that may still come. */
  private final List<LevelOverride> overrides = new ArrayList<>();

  private final List<LevelOverride> noticeOverrides = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();

  /** The places of the run's artifacts. */
  private final List<String> artifacts = new ArrayList<>();

  private long invocations;

  /** Results without a level, or without the name of their file, which may still come. */
  private final List<SarifResult> waiting = new ArrayList<>();

  private boolean listed;
  private boolean found;

  /** An exit code that is not 0, which findings explain, without a word whether the run failed. */
  private boolean unexplained;

  SarifRun(Tally tally, Severity failOn) {
    this.tally = tally;
    this.failOn = failOn;
  }

  /** Reads the tool's driver and extensions. */
  void tool(JsonCursor cursor) throws IOException {
    cursor.object(
        Set.of("driver", "extensions"),
        member -> {
          if (member.equals("driver")) {
            rules.driver(cursor, notifications);
          } else {
            cursor.array(() -> rules.extension(cursor, notifications));
          }
        });
  }

  void invocation(JsonCursor cursor) throws IOException {
    long invocation = invocations++;
    Ending ending = new Ending();
    cursor.object(
        INVOCATION,
        member -> {
          switch (member) {
            case "executionSuccessful" -> {
              ending.judged = true;
              failedIf(!cursor.truth());
            }
            case "exitCode" -> ending.badCode = cursor.number() != 0;
            case "exitSignalNumber" -> failedIf(cursor.number() != 0);
            case "ruleConfigurationOverrides" ->
                cursor.array(() -> override(cursor, invocation, overrides));
            case "notificationConfigurationOverrides" ->
                cursor.array(() -> override(cursor, invocation, noticeOverrides));
            case "toolConfigurationNotifications", "toolExecutionNotifications" ->
                cursor.array(() -> notification(cursor, invocation));
            default -> failedIf(!cursor.textOrSkip().isEmpty());
          }
        });
    unexplained |= ending.badCode && !ending.judged;
  }

  private void failedIf(boolean failed) {
    if (failed) {
      tally.inconclusive(InconclusiveReason.SCAN_FAILED);
    }
  }

  /** One that tells no level has that of its description (section 3.58.6). */
  private void notification(JsonCursor cursor, long invocation) throws IOException {
    SarifReference descriptor = new SarifReference();
    boolean[] levelled = {false};
    cursor.object(
        Set.of("level", "descriptor"),
        member -> {
          if (member.equals("descriptor")) {
            descriptor.read(cursor);
          } else {
            levelled[0] = true;
            failedIf(Severity.of(cursor.text()) == Severity.ERROR);
          }
        });
    if (levelled[0]) {
      return;
    }
    if (notices.size() >= TestReportLimits.RULES_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
    notices.add(new Notice(invocation, descriptor));
  }

  /** Reads where one of the run's artifacts is. */
  void artifact(JsonCursor cursor) throws IOException {
    String[] uri = {""};
    cursor.object(
        Set.of("location"),
        _ ->
            cursor.object(
                Set.of("uri"), _ -> uri[0] = SarifReference.bounded(cursor.textOrSkip())));
    if (artifacts.size() < TestReportLimits.SCAN_FILES_MAX) {
      artifacts.add(uri[0]);
    }
  }

  private void override(JsonCursor cursor, long invocation, List<LevelOverride> all)
      throws IOException {
    SarifReference rule = new SarifReference();
    @Nullable Severity[] level = {null};
    cursor.object(
        Set.of("descriptor", "configuration"),
        member -> {
          if (member.equals("descriptor")) {
            rule.read(cursor);
          } else {
            cursor.object(Set.of("level"), _ -> level[0] = SarifRules.level(cursor.text()));
          }
        });
    Severity reported = level[0];
    if (reported == null) {
      return;
    }
    if (all.size() >= TestReportLimits.RULES_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
    all.add(new LevelOverride(invocation, rule, reported));
  }

  void results(JsonCursor cursor) throws IOException {
    listed = true;
    cursor.array(() -> result(cursor));
  }

  /** Judges the results that waited; a run without a list of results did not scan. */
  void close() throws UnreadableReportException {
    for (LevelOverride override : overrides) {
      rules.override(override.rule(), override.invocation(), override.level());
    }
    for (LevelOverride override : noticeOverrides) {
      notifications.override(override.rule(), override.invocation(), override.level());
    }
    for (Notice notice : notices) {
      failedIf(notifications.level(notice.descriptor(), notice.invocation()) == Severity.ERROR);
    }
    for (SarifResult result : waiting) {
      if (result.invocation >= invocations) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      Severity explicit = result.level;
      tell(result, explicit == null ? rules.level(result.rule, result.invocation) : explicit);
    }
    failedIf(unexplained && !found);
    if (listed) {
      tally.scan().scannedOne();
    } else {
      tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
    }
  }

  private void result(JsonCursor cursor) throws IOException {
    found = true;
    SarifResult result = SarifResult.read(cursor);
    if (result.absent) {
      return;
    }
    if (result.suppressed) {
      tally.scan().suppressedOne();
      return;
    }
    Severity explicit = result.level;
    if (!result.isFinding()) {
      tell(result, Severity.NONE);
    } else if (explicit != null && !awaitsFile(result)) {
      tell(result, explicit);
    } else if (waiting.size() < TestReportLimits.RULES_MAX) {
      waiting.add(result);
    } else {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
  }

  /**
   * Whether only the artifacts that may still come tell the file; of a few results it is reported.
   */
  private boolean awaitsFile(SarifResult result) {
    return artifacts.isEmpty()
        && result.uri.isEmpty()
        && result.artifact >= 0
        && waiting.size() < TestReportLimits.FAILURES_READ_MAX;
  }

  private String file(SarifResult result) {
    boolean known = result.artifact >= 0 && result.artifact < artifacts.size();
    return result.uri.isEmpty() && known ? artifacts.get((int) result.artifact) : result.uri;
  }

  private void tell(SarifResult result, Severity severity) throws UnreadableReportException {
    boolean blocks = severity != Severity.NONE && severity.compareTo(failOn) >= 0;
    tally.finding(severity, blocks, result.rule.id(), result.message, file(result), result.span);
  }

  /** What an invocation tells of how it ended. */
  private static final class Ending {
    boolean judged;
    boolean badCode;
  }
}
