package dev.assay.testreport;

import dev.assay.core.signature.FailureText;
import java.util.BitSet;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Test Anything Protocol 13 and 14. The plan is the end mark: a report without one, or with fewer
 * points than it plans, is truncated. Points of subtests are covered by the point of their parent.
 *
 * @see <a href="https://testanything.org/tap-version-14-specification.html">TAP 14</a>
 */
final class TapReader extends LineReport {

  private static final String BAIL_OUT = "Bail out!";

  /** How Perl's Test::More ends a run that it calls failed, whatever its points say. */
  private static final Pattern PERL_VERDICT =
      Pattern.compile(
          "# Looks like (?:you failed [1-9]\\d* tests? of \\d+"
              + "|you planned \\d+ tests? but ran \\d+"
              + "|your test (?:exited with [1-9]\\d*|died) just after \\d+)\\.");

  /** How {@code go test} begins the line of a package that passed. */
  private static final String GO_PACKAGE = "ok  \t";

  private final Tally tally = tally();
  private final Counts counts = new Counts();
  private final BitSet numbers = new BitSet();

  /** The indents of failures in subtests whose parent is still to come, or did not fail. */
  private final BitSet nestedFailures = new BitSet();

  private final StringBuilder diagnostics = new StringBuilder();
  private long plan = -1;
  private long points;
  private boolean headed;
  private boolean marked;
  private boolean bailed;
  private boolean perlFailed;
  private boolean gated;
  private boolean afterPoint;
  private boolean inYaml;
  private int yamlIndent;
  private boolean inStack;
  private long declaredTests = -1;
  private long declaredPasses = -1;
  private long declaredFailures;
  private @Nullable String failing;
  private long failingStart;
  private long failingEnd;

  TapReader() {
    super(Format.TAP);
  }

  @Override
  boolean recognised() {
    return headed || marked || bailed || plan >= 0;
  }

  @Override
  boolean isRun() {
    return bailed || marked && (headed || points == plan);
  }

  @Override
  boolean line(String text, Lines.Line line) throws StopReading {
    if (bailed) {
      return false;
    }
    int indent = Words.indent(text);
    String bare = text.substring(indent);
    boolean point = point(bare, "ok") || point(bare, "not ok");
    if (indent > 0 || inYaml) {
      nested(text.strip(), indent, line);
    } else if (text.startsWith("TAP version ")) {
      headed |= points == 0;
    } else if (text.startsWith("1..")) {
      plan(Words.number(text, 3));
    } else if (text.startsWith("#")) {
      summary(text);
    } else if (point) {
      flush();
      answer(0, text);
      point(text, line);
    }
    if (!inYaml && bare.regionMatches(true, 0, BAIL_OUT, 0, BAIL_OUT.length())) {
      bailOut(bare, line);
    }
    afterPoint = point;
    return false;
  }

  private void bailOut(String text, Lines.Line line) throws StopReading {
    bailed = true;
    flush();
    tally.failure(
        Outcome.ERRORED,
        new FailureText("bail out", null, text, null),
        Span.between(line.start(), line.end()));
  }

  private void nested(String text, int indent, Lines.Line line) {
    if (inYaml) {
      inYaml = !text.equals("...") || indent > yamlIndent;
      if (inYaml) {
        diagnostic(text);
      }
      extend(line);
    } else if (text.equals("---") && afterPoint) {
      inYaml = true;
      yamlIndent = indent;
      inStack = false;
      extend(line);
    } else if (indent > 0 && (point(text, "ok") || point(text, "not ok"))) {
      answer(indent, text);
    }
  }

  /** A point takes over the failures of its subtests, unless they were announced with it. */
  private void answer(int indent, String point) {
    boolean below = nestedFailures.length() > indent + 1;
    if (below) {
      nestedFailures.clear(indent + 1, nestedFailures.length());
    }
    boolean failed = point.startsWith("not ok") && !excused(point);
    if (failed || below && !begins(directive(point), "todo")) {
      nestedFailures.set(indent);
    }
  }

  private void extend(Lines.Line line) {
    failingEnd = line.end();
  }

  private void diagnostic(String text) {
    if (failing == null
        || text.startsWith("duration_ms:")
        || text.startsWith("location:")
        || diagnostics.length() + text.length() > TestReportLimits.FAILURE_CHARS_MAX) {
      return;
    }
    if (text.startsWith("stack:")) {
      inStack = true;
      return;
    }
    boolean bareFrame = inStack && text.indexOf(':') > 0 && !text.startsWith("at ");
    diagnostics.append(bareFrame ? "at " : "").append(text).append('\n');
  }

  private void plan(long planned) {
    if (planned < 0) {
      return;
    }
    if (plan >= 0) {
      tally.trouble(Trouble.MALFORMED);
    }
    plan = planned;
    headed |= points == 0;
  }

  /** Node and others close with {@code # tests 3}, {@code # pass 2}, {@code # fail 1}. */
  private void summary(String text) {
    if (text.startsWith("# tests ")) {
      declaredTests = Words.number(text, 8);
    } else if (text.startsWith("# pass ")) {
      declaredPasses = Words.number(text, 7);
    } else if (text.startsWith("# fail ")) {
      declaredFailures += Math.max(0, Words.number(text, 7));
    } else if (text.startsWith("# cancelled ")) {
      declaredFailures += Math.max(0, Words.number(text, 12));
    } else {
      gated |= NodeTotals.coverageGate(text.substring(1).strip());
      perlFailed |= PERL_VERDICT.matcher(text).matches();
    }
  }

  private static boolean point(String text, String mark) {
    return text.startsWith(mark)
        && (text.length() == mark.length() || text.charAt(mark.length()) == ' ')
        && !text.startsWith(GO_PACKAGE);
  }

  private void point(String text, Lines.Line line) throws StopReading {
    boolean ok = text.startsWith("ok");
    String rest = text.substring(ok ? 2 : 6).strip();
    points++;
    perlFailed = false;
    number(rest, ok);
    Outcome outcome = skipped(text) ? Outcome.SKIPPED : ok ? Outcome.PASSED : Outcome.FAILED;
    if (!ok && excused(text)) {
      outcome = Outcome.SKIPPED;
    }
    counts.add(outcome);
    if (outcome == Outcome.FAILED) {
      failing = rest;
      failingStart = line.start();
      failingEnd = line.end();
      diagnostics.setLength(0);
    } else {
      tally.test(outcome);
    }
  }

  private void number(String rest, boolean ok) {
    boolean numbered = !rest.isEmpty() && Words.digit(rest.charAt(0));
    long number = Words.number(rest, 0);
    marked |= number > 0 || !ok;
    if (!numbered) {
      return;
    }
    if (number < 1 || number > TestReportLimits.CASES_MAX || numbers.get((int) number)) {
      tally.trouble(Trouble.TOTALS_DIFFER);
    } else {
      numbers.set((int) number);
    }
  }

  private void flush() throws StopReading {
    if (failing != null) {
      String name = withoutNumber(failing);
      tally.failure(
          Outcome.FAILED,
          new FailureText(name, null, null, diagnostics.toString()),
          Span.between(failingStart, failingEnd));
      failing = null;
    }
  }

  private static String withoutNumber(String rest) {
    int i = 0;
    while (i < rest.length() && Words.digit(rest.charAt(i))) {
      i++;
    }
    String name = rest.substring(i).strip();
    return name.startsWith("- ") ? name.substring(2) : name;
  }

  private static boolean skipped(String text) {
    String directive = directive(text);
    return begins(directive, "skip") || begins(directive, "skipped");
  }

  /** A failure that the author announced does not count as one. */
  private static boolean excused(String text) {
    return begins(directive(text), "todo") || skipped(text);
  }

  private static boolean begins(String directive, String word) {
    return directive.startsWith(word)
        && (directive.length() == word.length()
            || !Character.isJavaIdentifierPart(directive.codePointAt(word.length())));
  }

  /** What follows the first hash that stands after a blank and is not escaped. */
  private static String directive(String text) {
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '#' && blank(text.charAt(i - 1))) {
        return text.substring(i + 1).stripLeading().toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\t';
  }

  @Override
  void end() throws StopReading {
    flush();
    if (!bailed) {
      close();
    }
  }

  private void close() {
    if (plan < 0 || points < plan || inYaml) {
      tally.trouble(Trouble.TRUNCATED);
    }
    boolean beyond = plan >= 0 && (points > plan || numbers.length() - 1 > plan);
    if (beyond || !nestedFailures.isEmpty() && counts.failing() == 0) {
      tally.trouble(Trouble.TOTALS_DIFFER);
    }
    if (declaredFailures > 0 && counts.failing() == 0) {
      tally.declaredFailure("the summary declares failures that the report does not list");
    }
    if (perlFailed) {
      tally.declaredFailure("Test::More says that the test failed");
    }
    if (gated) {
      tally.declaredFailure(NodeTotals.COVERAGE_TOO_LOW);
    }
    if (declaredTests == 0) {
      tally.trouble(Trouble.NOTHING_EXECUTED);
    } else if (declaredPasses == 0 && declaredFailures == 0 && counts.failing() == 0) {
      tally.trouble(Trouble.ALL_SKIPPED);
    }
  }
}
