package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of a SARIF report: its rules' default levels and its results. */
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
          "baselineState");
  private static final int TEXT_CHARS_MAX = 600;

  private final Tally tally;
  private final Severity failOn;
  private final Map<String, Severity> levelById = new HashMap<>();
  private final List<Severity> levelByIndex = new ArrayList<>();

  /** Results without a level whose rules may still come. */
  private final List<Result> waiting = new ArrayList<>();

  private boolean listed;

  SarifRun(Tally tally, Severity failOn) {
    this.tally = tally;
    this.failOn = failOn;
  }

  /** Reads the rules of the driver or of an extension. */
  void component(JsonCursor cursor, boolean driver) throws IOException {
    cursor.object(
        Set.of("rules"),
        _ -> {
          if (cursor.isNull()) {
            return;
          }
          cursor.array(() -> rule(cursor, driver));
        });
  }

  private void rule(JsonCursor cursor, boolean driver) throws IOException {
    String[] id = {""};
    Severity[] level = {Severity.WARNING};
    cursor.object(
        Set.of("id", "defaultConfiguration"),
        member -> {
          if (member.equals("id")) {
            id[0] = cursor.text();
          } else {
            cursor.object(Set.of("level"), _ -> level[0] = level(cursor.text()));
          }
        });
    if (levelById.size() >= TestReportLimits.RULES_MAX
        || levelByIndex.size() >= TestReportLimits.RULES_MAX) {
      throw new StopReading(Trouble.TOO_MANY);
    }
    levelById.put(bounded(id[0]), level[0]);
    if (driver) {
      levelByIndex.add(level[0]);
    }
  }

  void results(JsonCursor cursor) throws IOException {
    if (cursor.isNull()) {
      return;
    }
    listed = true;
    cursor.array(() -> result(cursor));
  }

  /** Judges the results that waited; a run without a list of results did not scan. */
  void close() throws StopReading {
    for (Result result : waiting) {
      tell(result, defaultLevel(result));
    }
    if (listed) {
      tally.scanned();
    } else {
      tally.trouble(Trouble.NOTHING_EXECUTED);
    }
  }

  private void result(JsonCursor cursor) throws IOException {
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
      case "ruleId" -> result.ruleId = bounded(cursor.text());
      case "ruleIndex" -> result.ruleIndex = cursor.number();
      case "rule" -> rule(cursor, result);
      case "kind" -> result.fails = cursor.text().equals("fail");
      case "level" -> result.level = level(cursor.text());
      case "message" ->
          cursor.object(Set.of("text"), _ -> result.message = bounded(cursor.textOrSkip()));
      case "locations" -> locations(cursor, result);
      case "suppressions" -> suppressions(cursor, result);
      default -> result.absent = cursor.text().equals("absent");
    }
  }

  private void rule(JsonCursor cursor, Result result) throws IOException {
    cursor.object(
        Set.of("id", "index"),
        member -> {
          if (member.equals("id")) {
            result.ruleId = bounded(cursor.text());
          } else {
            result.ruleIndex = result.ruleIndex < 0 ? cursor.number() : result.ruleIndex;
          }
        });
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
                              String uri = bounded(cursor.textOrSkip());
                              result.uri = result.uri.isEmpty() ? uri : result.uri;
                            }))));
  }

  /** Every suppression must be accepted; one that is under review or rejected does not count. */
  private static void suppressions(JsonCursor cursor, Result result) throws IOException {
    if (cursor.isNull()) {
      return;
    }
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
        result.ruleId,
        severity.code() + " " + result.ruleId + ": " + result.message + " in " + result.uri,
        result.span);
  }

  private Severity defaultLevel(Result result) {
    Severity byId = levelById.get(result.ruleId);
    if (byId != null) {
      return byId;
    }
    boolean indexed = result.ruleIndex >= 0 && result.ruleIndex < levelByIndex.size();
    return indexed ? levelByIndex.get((int) result.ruleIndex) : Severity.WARNING;
  }

  private static Severity level(String word) throws StopReading {
    Severity severity = Severity.of(word);
    if (severity == null) {
      throw new StopReading(Trouble.MALFORMED);
    }
    return severity;
  }

  private static String bounded(String text) {
    return text.length() > TEXT_CHARS_MAX ? text.substring(0, TEXT_CHARS_MAX) : text;
  }

  private static final class Result {
    String ruleId = "";
    long ruleIndex = -1;
    boolean fails = true;
    @Nullable Severity level;
    String message = "";
    String uri = "";
    boolean suppressed;
    boolean absent;
    Span span = new Span(0, 0);
  }
}
