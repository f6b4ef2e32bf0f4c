package dev.assay.testreport;

import dev.assay.core.failure.FailureText;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Test Anything Protocol 13 and 14. The plan is the end mark: a report without one, or with fewer
 * points than it plans, is truncated. Points of subtests are covered by the point of their parent.
 * {@code prove -v} writes one such report for each file below the file's name, and {@code Result:}
 * as the end of its run.
 *
 * @see <a href="https://testanything.org/tap-version-14-specification.html">TAP 14</a>
 */
final class TapReader extends LineReport {

  /** How Perl's Test::More ends a run that it calls failed, whatever its points say. */
  private static final Pattern PERL_VERDICT =
      Pattern.compile(
          "# Looks like (?:you failed [1-9]\\d* tests? of \\d+"
              + "|you planned \\d+ tests? but ran \\d+"
              + "|your test (?:exited with [1-9]\\d*|died) just after \\d+)\\.");

  /** How Perl tells of a single test that failed; tape heads tests by their names in this way. */
  private static final Pattern PERL_FAILURE = Pattern.compile("# {3,}Failed test(?: .*)?");

  /** A point that failed, in a spelling that is not TAP's. */
  private static final Pattern MISSPELT = Pattern.compile("(?i)not\\s+ok\\s+\\d.*");

  private static final Pattern PROVE_FILE = Pattern.compile("\\S.*\\.t \\.{2,} ?");
  private static final Pattern PROVE_OK = Pattern.compile("ok(?: {2,}\\d+ ms\\b.*)?");
  private static final String PROVE_RESULT = "Result: ";

  /** What runners write below their points that is about the run. */
  private static final List<String> ABOUT_THE_RUN =
      List.of("Looks like ", "Subtest", "failed ", "passed ", "still have ");

  private final Tally tally = tally();
  private final Counts counts = new Counts();
  private final BitSet numbers = new BitSet();

  private final TapSubtests subtests = new TapSubtests(tally);
  private final NodeTotals node = new NodeTotals();

  private final StringBuilder diagnostics = new StringBuilder();
  private long plan = -1;
  private long points;
  private boolean headed;
  private boolean marked;
  private boolean bailed;
  private boolean proving;
  private boolean proved;

  /** Whether a line beside the points tells of a failure. */
  private boolean told;

  /** The number of points before Test::More's last verdict; a first one stays. */
  private long verdictAt = -1;

  private long files;
  private boolean afterPoint;
  private boolean inYaml;
  private int yamlIndent;
  private boolean inStack;

  /** Whether comments and indented lines still tell why the point above failed. */
  private boolean explaining;

  private @Nullable String failing;
  private long failingStart;
  private long failingEnd;

  TapReader(Tally like) {
    super(Format.TAP, like);
  }

  @Override
  boolean recognised() {
    return headed || marked || bailed || plan >= 0;
  }

  @Override
  boolean isRun() {
    return bailed || marked && (headed || proving || points == plan);
  }

  @Override
  boolean line(String text, Lines.Line line) throws UnreadableReportException {
    if (bailed) {
      return false;
    }
    int indent = TapLine.indent(text);
    String bare = indent == 0 ? text : text.stripLeading();
    boolean closing = proving && points == plan && PROVE_OK.matcher(text).matches();
    boolean point = !closing && TapLine.point(bare);
    explaining &= text.startsWith("#") || indent > 0 && !point;
    inYaml &= indent >= yamlIndent || !(point || TapLine.word(bare));
    if (indent > 0 || inYaml) {
      nested(text.strip(), indent, line);
    } else if (text.contains(".t ..") && PROVE_FILE.matcher(text).matches()) {
      file();
    } else if (text.startsWith(PROVE_RESULT)) {
      result(text.substring(PROVE_RESULT.length()));
    } else if (text.equals("}")) {
      subtests.unbrace(0);
    } else if (text.startsWith("TAP version ")) {
      headed = true;
    } else if (text.startsWith("1..")) {
      plan(LineCounts.number(text, 3));
    } else if (text.startsWith("#")) {
      comment(text, line);
    } else if (point) {
      flush();
      point(text, line);
      subtests.parent(0, text);
    } else if (text.startsWith("n") || text.startsWith("N")) {
      told |= MISSPELT.matcher(text).matches();
    }
    if (!inYaml && TapLine.bailsOut(bare)) {
      bailOut(bare, line);
    }
    afterPoint = point;
    return false;
  }

  private void bailOut(String text, Lines.Line line) throws UnreadableReportException {
    bailed = true;
    flush();
    tally.failure(
        Outcome.ERRORED,
        FailureText.ofRun("bail out", text),
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
      explaining = false;
      extend(line);
    } else if (indent > 0 && TapLine.point(text)) {
      subtests.point(indent, text);
    } else if (indent > 0 && text.startsWith("1..") && LineCounts.number(text, 3) >= 0) {
      subtests.plan(indent, LineCounts.number(text, 3));
      explaining = false;
    } else if (text.equals("}")) {
      subtests.unbrace(indent);
    } else {
      explain(text, line);
    }
  }

  /** Perl, Bats and others tell why a point failed in comments, Mocha in indented lines. */
  private void explain(String text, Lines.Line line) {
    String words = text.startsWith("#") ? text.substring(1) : text;
    String bare = words.strip();
    explaining &= ABOUT_THE_RUN.stream().noneMatch(bare::startsWith);
    if (explaining) {
      diagnostic(words);
      extend(line);
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
      tally.inconclusive(InconclusiveReason.MALFORMED);
    }
    plan = planned;
    headed |= points == 0;
  }

  /** The next file that {@code prove} ran. */
  private void file() throws UnreadableReportException {
    flush();
    if (plan >= 0 || points > 0) {
      closePart();
    }
    plan = -1;
    points = 0;
    numbers.clear();
    proving = true;
    proved = false;
  }

  private void result(String word) {
    proved = true;
    if (!word.equals("FAIL")) {
      return;
    }
    if (proving) {
      tally.declaredFailure("prove says that the run failed");
    } else {
      verdict();
    }
  }

  /** Standard error may come first, so that a verdict before all points is kept. */
  private void verdict() {
    verdictAt = verdictAt == 0 ? 0 : counts.total();
  }

  /**
   * Node and others close with {@code # tests 3}, {@code # pass 2}, {@code # fail 1}; what a test
   * printed stands before.
   */
  private void comment(String text, Lines.Line line) {
    if (node.comment(text.substring(1).strip())) {
      explaining = false;
    } else {
      explain(text, line);
    }
    told |= PERL_FAILURE.matcher(text).matches();
    if (PERL_VERDICT.matcher(text).matches()) {
      verdict();
    }
  }

  private void point(String text, Lines.Line line) throws UnreadableReportException {
    boolean ok = text.startsWith("ok");
    String rest = text.substring(ok ? 2 : 6).strip();
    points++;
    number(rest, ok);
    Outcome outcome =
        TapLine.skipped(text) ? Outcome.SKIPPED : ok ? Outcome.PASSED : Outcome.FAILED;
    if (!ok && TapLine.excused(text)) {
      outcome = Outcome.SKIPPED;
    }
    counts.add(outcome);
    if (outcome == Outcome.FAILED) {
      failing = rest;
      failingStart = line.start();
      failingEnd = line.end();
      diagnostics.setLength(0);
      explaining = true;
      inStack = false;
    } else {
      tally.test(TapLine.withoutNumber(rest), outcome);
    }
    boolean alone = !subtests.takeBelow();
    if (outcome == Outcome.PASSED && alone && NodeTotals.isFile(TapLine.withoutNumber(rest))) {
      files++;
    }
  }

  private void number(String rest, boolean ok) {
    boolean numbered = !rest.isEmpty() && LineCounts.digit(rest.charAt(0));
    long number = LineCounts.number(rest, 0);
    marked |= number > 0 || !ok;
    if (!numbered) {
      return;
    }
    if (number < 1 || number > TestReportLimits.CASES_MAX || numbers.get((int) number)) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    } else {
      numbers.set((int) number);
    }
  }

  private void flush() throws UnreadableReportException {
    if (failing != null) {
      String name = TapLine.withoutNumber(failing);
      tally.failure(
          Outcome.FAILED,
          new FailureText(name, null, null, diagnostics.toString()),
          Span.between(failingStart, failingEnd));
      failing = null;
    }
  }

  @Override
  void end() throws UnreadableReportException {
    flush();
    if (!bailed) {
      close();
    }
  }

  /** {@code prove} itself tells whether it ended; a file of its that did not has failed. */
  private void closePart() {
    if (plan < 0 || points < plan) {
      tally.inconclusive(proving ? InconclusiveReason.TOTALS_DIFFER : InconclusiveReason.TRUNCATED);
    }
    if (plan >= 0 && (points > plan || numbers.length() - 1 > plan)) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
  }

  private void close() {
    closePart();
    if (inYaml || proving && !proved) {
      tally.inconclusive(InconclusiveReason.TRUNCATED);
    }
    if ((subtests.failed() || told) && counts.failing() == 0 || moreDeclared()) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    if (node.failing() > 0 && counts.failing() == 0) {
      tally.declaredFailure("the summary declares failures that the report does not list");
    }
    if (verdictAt == 0 || verdictAt == counts.total()) {
      tally.declaredFailure("Test::More says that the test failed");
    }
    node.tellFailures(tally);
    long executed = counts.executed();
    if (node.declared("tests") == 0 || node.reported() && executed > 0 && files == executed) {
      tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
    } else if (node.declared("pass") == 0 && node.failing() == 0 && counts.failing() == 0
        || executed > 0 && subtests.hollow() == executed) {
      tally.inconclusive(InconclusiveReason.ALL_SKIPPED);
    }
  }

  /** Whether the totals of a runner that does not count subtests tell more than the points. */
  private boolean moreDeclared() {
    boolean flat = node.declared("cancelled") < 0 && !subtests.seen();
    return flat && Math.max(node.declared("tests"), node.declared("pass")) > counts.total();
  }
}
