package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonToken;
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
          "ruleConfigurationOverrides");

  private record LevelOverride(long invocation, SarifReference rule, Severity level) {}

  private final Tally tally;
  private final Severity failOn;
  private final SarifRules rules = new SarifRules();

  /** What the invocations made of rules that may still come. */
  private final List<LevelOverride> overrides = new ArrayList<>();

  private long invocations;

  /** Results without a level whose rules may still come. */
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
            rules.driver(cursor);
          } else {
            cursor.array(() -> rules.extension(cursor));
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
            case "ruleConfigurationOverrides" -> cursor.array(() -> override(cursor, invocation));
            case "toolConfigurationNotifications", "toolExecutionNotifications" ->
                cursor.array(() -> notification(cursor));
            default -> failedIf(!cursor.textOrSkip().isEmpty());
          }
        });
    unexplained |= ending.badCode && !ending.judged;
  }

  private void failedIf(boolean failed) {
    if (failed) {
      tally.trouble(Trouble.SCAN_FAILED);
    }
  }

  private void notification(JsonCursor cursor) throws IOException {
    cursor.object(Set.of("level"), _ -> failedIf(Severity.of(cursor.text()) == Severity.ERROR));
  }

  private void override(JsonCursor cursor, long invocation) throws IOException {
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
    Severity told = level[0];
    if (told == null) {
      return;
    }
    if (overrides.size() >= TestReportLimits.RULES_MAX) {
      throw new StopReading(Trouble.TOO_MANY);
    }
    overrides.add(new LevelOverride(invocation, rule, told));
  }

  void results(JsonCursor cursor) throws IOException {
    listed = true;
    cursor.array(() -> result(cursor));
  }

  /** Judges the results that waited; a run without a list of results did not scan. */
  void close() throws StopReading {
    for (LevelOverride override : overrides) {
      rules.override(override.rule(), override.invocation(), override.level());
    }
    for (Result result : waiting) {
      if (result.invocation >= invocations) {
        throw new StopReading(Trouble.MALFORMED);
      }
      tell(result, rules.level(result.rule, result.invocation));
    }
    failedIf(unexplained && !found);
    if (listed) {
      tally.scanned();
    } else {
      tally.trouble(Trouble.NOTHING_EXECUTED);
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
    if (explicit != null || !result.fails) {
      tell(result, result.fails && explicit != null ? explicit : Severity.NONE);
    } else if (waiting.size() < TestReportLimits.RULES_MAX) {
      waiting.add(result);
    } else {
      throw new StopReading(Trouble.TOO_MANY);
    }
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
                            Set.of("uri"),
                            _ -> {
                              String uri = SarifReference.bounded(cursor.textOrSkip());
                              result.uri = result.uri.isEmpty() ? uri : result.uri;
                            }))));
  }

  /** Every suppression must be accepted; one that is under review or rejected does not count. */
  private static void suppressions(JsonCursor cursor, Result result) throws IOException {
    boolean[] anyAndAll = {false, true};
    cursor.array(() -> {
      anyAndAll[0] = true;
      if (!cursor.on(JsonToken.START_OBJECT)) {
        throw new StopReading(Trouble.MALFORMED);
      }
      cursor.object(Set.of("status"), _ -> anyAndAll[1] &= cursor.text().equals("accepted"));
    });
    result.suppressed = anyAndAll[0] && anyAndAll[1];
  }

  private void tell(Result result, Severity severity) throws StopReading {
    boolean blocks = severity != Severity.NONE && severity.compareTo(failOn) >= 0;
    tally.finding(
        severity,
        blocks,
        result.rule.id(),
        severity.code() + " " + result.rule.id() + ": " + result.message + " in " + result.uri,
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
    boolean suppressed;
    boolean absent;
    Span span = new Span(0, 0);
  }
}
