package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/** Members by which JSON of any runner tells that something failed, at any depth. */
final class FailureMembers {

  private static final Set<String> COUNTS =
      Set.of(
          "failed",
          "failing",
          "failures",
          "failurecount",
          "errors",
          "errored",
          "errorcount",
          "numfailedtests",
          "numfailedtestsuites",
          "numruntimeerrortestsuites",
          "unexpected");

  private static final Set<String> GOOD = Set.of("success", "successful", "passed", "ok");
  private static final Set<String> BAD = Set.of("failed", "failure", "error", "crashed", "aborted");
  private static final Set<String> WORDS =
      Set.of("status", "state", "result", "outcome", "conclusion", "verdict", "event");

  private FailureMembers() {}

  /** Reads the value of a member; whether it tells a failure. */
  static boolean tell(JsonCursor cursor, String member) throws IOException {
    String name = JsonCursor.plain(member).toLowerCase(Locale.ROOT);
    boolean[] told = {false};
    if (cursor.on(JsonToken.START_OBJECT)) {
      cursor.members(inner -> told[0] |= tell(cursor, inner));
    } else if (cursor.on(JsonToken.START_ARRAY)) {
      cursor.array(() -> {
        boolean failed = tell(cursor, member);
        told[0] |= failed || COUNTS.contains(name);
      });
    } else {
      told[0] = scalar(cursor, name);
    }
    return told[0];
  }

  private static boolean scalar(JsonCursor cursor, String name) throws IOException {
    if (cursor.on(JsonToken.VALUE_NUMBER_INT)) {
      return COUNTS.contains(name) && !cursor.isZero();
    }
    if (cursor.on(JsonToken.VALUE_STRING)) {
      String word = cursor.text();
      return GOOD.contains(name) && word.equalsIgnoreCase("false")
          || name.equals("error") && !word.isBlank()
          || (GOOD.contains(name) || WORDS.contains(name) || name.equals("summary"))
              && JUnitWords.tellFailure(word);
    }
    return GOOD.contains(name) && cursor.on(JsonToken.VALUE_FALSE)
        || BAD.contains(name) && cursor.on(JsonToken.VALUE_TRUE);
  }
}
