package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonToken;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A process-exit record: {@code {"command": text or [text], "exitCode": number}} or, in place of
 * the exit code, {@code "signal": name}; {@code "timedOut": true} tells that it did not finish.
 */
final class ExitReader {

  private static final Set<String> MEMBERS = Set.of("command", "exitCode", "signal", "timedOut");

  /** What test runners write beside an exit code; without a command it is a report of theirs. */
  private static final Set<String> OF_REPORTS =
      Set.of(
          "success",
          "tests",
          "results",
          "testResults",
          "numFailedTests",
          "failures",
          "errors",
          "stats",
          "summary",
          "status");

  private static final int COMMAND_CHARS_MAX = 500;
  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  private final Tally tally;
  private final StringBuilder command = new StringBuilder();
  private boolean coded;
  private long exitCode;
  private String signal = "";
  private boolean timedOut;
  private boolean commanded;
  private boolean ofReport;

  /** Whether a member of a report tells that a test failed. */
  private boolean saysFailed;

  ExitReader(Tally tally) {
    this.tally = tally;
    tally.note("the process ended");
  }

  void read(JsonCursor cursor) throws IOException {
    long start = cursor.start();
    Set<String> seen = new HashSet<>();
    cursor.members(member -> {
      if (MEMBERS.contains(member) && !seen.add(member)) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      if (cursor.on(JsonToken.VALUE_NULL)) {
        return;
      }
      switch (member) {
        case "command" -> command(cursor);
        case "exitCode" -> {
          exitCode = cursor.number();
          coded = true;
        }
        case "signal" -> signal(cursor);
        case "timedOut" -> timedOut = cursor.truth();
        default -> {
          ofReport |= OF_REPORTS.contains(member);
          saysFailed |= FailureMembers.tell(cursor, member) || isMisspelled(member);
        }
      }
    });
    if (command.isEmpty() && (commanded || ofReport)) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    judge(Span.between(start, cursor.end()));
  }

  private static boolean isMisspelled(String member) {
    return MEMBERS.stream().anyMatch(each -> each.equalsIgnoreCase(JsonCursor.plain(member)));
  }

  private void command(JsonCursor cursor) throws IOException {
    commanded = true;
    if (cursor.on(JsonToken.START_ARRAY)) {
      cursor.array(() -> word(cursor.text()));
    } else {
      word(cursor.text());
    }
  }

  private void word(String text) {
    int room = COMMAND_CHARS_MAX - command.length();
    if (room > 1) {
      command
          .append(command.isEmpty() ? "" : " ")
          .append(text, 0, Math.min(text.length(), room - 1));
    }
  }

  private void signal(JsonCursor cursor) throws IOException {
    if (cursor.on(JsonToken.VALUE_NUMBER_INT)) {
      signal = Signals.name(cursor.number());
    } else {
      signal = known(cursor.text());
    }
  }

  private static String known(String name) throws UnreadableReportException {
    String upper = name.strip().toUpperCase(Locale.ROOT);
    boolean plain =
        !upper.isEmpty()
            && upper.length() <= 12
            && upper.chars().allMatch(c -> c >= 'A' && c <= 'Z' || c >= '0' && c <= '9');
    if (!plain) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return upper.startsWith("SIG") ? upper : "SIG" + upper;
  }

  private void judge(Span span) throws UnreadableReportException {
    if (coded && !signal.isEmpty() || !coded && signal.isEmpty() && !timedOut) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    tally.command(command.toString());
    if (!signal.isEmpty()) {
      tally.note("a signal ended the process");
    } else if (coded) {
      tally.note("the process ended with exit code " + exitCode);
    }
    if (timedOut || Signals.stops(signal) || exitCode == NOT_FOUND || exitCode == NOT_EXECUTABLE) {
      tally.inconclusive(InconclusiveReason.NOT_RUN);
    } else if (!signal.isEmpty()) {
      tally.failedExit("signal " + signal, command.toString(), span);
    } else if (exitCode != 0) {
      tally.failedExit("exit code " + exitCode, command.toString(), span);
    } else if (saysFailed) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
  }

  /** The signals that end a process from outside: it judged nothing. Numbers are those of Linux. */
  static final class Signals {

    private static final Map<Long, String> STOPS =
        Map.of(
            1L, "SIGHUP",
            2L, "SIGINT",
            3L, "SIGQUIT",
            9L, "SIGKILL",
            14L, "SIGALRM",
            15L, "SIGTERM",
            24L, "SIGXCPU");

    private Signals() {}

    /** The name of a signal that stops a process; another one is called by its number. */
    static String name(long number) {
      return STOPS.getOrDefault(number, "SIGNAL" + number);
    }

    static boolean stops(String name) {
      return STOPS.containsValue(name);
    }
  }
}
