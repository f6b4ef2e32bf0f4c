package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonToken;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of a SARIF report: its invocations, its rules' levels and its results. */
final class SarifRun {

  private static final Set<String> RESULT =
      Set.of(
          "ruleId",
          "ruleIndex",
          "rule",
          "kind",
          "level",
          "message",
          "locations",
          "suppressions",
          "provenance",
          "baselineState");

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
  private final List<Result> waiting = new ArrayList<>();

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
    for (Result result : waiting) {
      if (result.invocation >= invocations) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      Severity explicit = result.level;
      tell(result, explicit == null ? rules.level(result.rule, result.invocation) : explicit);
    }
    failedIf(unexplained && !found);
    if (listed) {
      tally.scanned();
    } else {
      tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
    }
  }

  private void result(JsonCursor cursor) throws IOException {
    found = true;
    Result result = new Result();
    long start = cursor.start();
    cursor.object(RESULT, member -> member(cursor, result, member));
    result.span = Span.between(start, cursor.end());
    if (result.absent) {
      return;
    }
    if (result.suppressed) {
      tally.accepted();
      return;
    }
    Severity explicit = result.level;
    if (!result.fails) {
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
  private boolean awaitsFile(Result result) {
    return artifacts.isEmpty()
        && result.uri.isEmpty()
        && result.artifact >= 0
        && waiting.size() < TestReportLimits.FAILURES_READ_MAX;
  }

  private void member(JsonCursor cursor, Result result, String member) throws IOException {
    switch (member) {
      case "ruleId" -> result.rule.id(cursor.text());
      case "ruleIndex" -> result.rule.index(cursor.number());
      case "rule" -> result.rule.read(cursor);
      case "kind" -> result.fails = cursor.text().equals("fail");
      case "level" -> result.level = SarifRules.level(cursor.text());
      case "message" -> result.message = message(cursor);
      case "locations" -> locations(cursor, result);
      case "suppressions" -> suppressions(cursor, result);
      case "provenance" ->
          cursor.object(Set.of("invocationIndex"), _ -> result.invocation = cursor.number());
      default -> result.absent = cursor.text().equals("absent");
    }
  }

  /** The message's text, or the name and the arguments of one that its rule describes. */
  private static String message(JsonCursor cursor) throws IOException {
    String[] text = {""};
    StringBuilder named = new StringBuilder();
    cursor.object(
        Set.of("text", "id", "arguments"),
        member -> {
          switch (member) {
            case "text" -> text[0] = SarifReference.bounded(cursor.textOrSkip());
            case "id" -> named.insert(0, SarifReference.bounded(cursor.textOrSkip()));
            default -> cursor.array(() -> argument(named, cursor.textOrSkip()));
          }
        });
    return text[0].isEmpty() ? SarifReference.bounded(named.toString()) : text[0];
  }

  private static void argument(StringBuilder named, String argument) {
    if (named.length() < SarifReference.TEXT_CHARS_MAX) {
      named.append(' ').append(SarifReference.bounded(argument));
    }
  }

  private static void locations(JsonCursor cursor, Result result) throws IOException {
    cursor.array(() ->
        cursor.object(
            Set.of("physicalLocation"),
            _ ->
                cursor.object(
                    Set.of("artifactLocation"),
                    _ ->
                        cursor.object(
                            Set.of("uri", "index"), member -> file(cursor, result, member)))));
  }

  /** The first file that a location names, by itself or by its place among the artifacts. */
  private static void file(JsonCursor cursor, Result result, String member) throws IOException {
    if (member.equals("uri")) {
      String uri = SarifReference.bounded(cursor.textOrSkip());
      result.uri = result.uri.isEmpty() ? uri : result.uri;
    } else {
      long index = cursor.number();
      result.artifact = result.artifact < 0 ? index : result.artifact;
    }
  }

  private String file(Result result) {
    boolean known = result.artifact >= 0 && result.artifact < artifacts.size();
    return result.uri.isEmpty() && known ? artifacts.get((int) result.artifact) : result.uri;
  }

  /** Every suppression must be accepted; one that is under review or rejected does not count. */
  private static void suppressions(JsonCursor cursor, Result result) throws IOException {
    boolean[] anyAndAll = {false, true};
    cursor.array(() -> {
      anyAndAll[0] = true;
      if (!cursor.on(JsonToken.START_OBJECT)) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      cursor.object(Set.of("status"), _ -> anyAndAll[1] &= cursor.text().equals("accepted"));
    });
    result.suppressed = anyAndAll[0] && anyAndAll[1];
  }

  private void tell(Result result, Severity severity) throws UnreadableReportException {
    boolean blocks = severity != Severity.NONE && severity.compareTo(failOn) >= 0;
    tally.finding(
        severity,
        blocks,
        result.rule.id(),
        severity.code() + " " + result.rule.id() + ": " + result.message + " in " + file(result),
        result.span);
  }

  /** What an invocation tells of how it ended. */
  private static final class Ending {
    boolean judged;
    boolean badCode;
  }

  private static final class Result {
    final SarifReference rule = new SarifReference();
    long invocation = -1;
    boolean fails = true;
    @Nullable Severity level;
    String message = "";
    String uri = "";

    /** The place of its file among the run's artifacts; negative when it is not reported. */
    long artifact = -1;

    boolean suppressed;
    boolean absent;
    Span span = new Span(0, 0);
  }
}
