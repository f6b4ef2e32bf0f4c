package dev.assay.testreport;

import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.testreport.Counts.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The verifier's own words. None of them comes from the report. */
final class Phrases {

  private Phrases() {}

  static String summary(Tally tally, Result result, @Nullable Integer exitCode) {
    StringBuilder out = new StringBuilder(tally.format().title()).append(": ");
    switch (tally.format().kind()) {
      case TESTS, LOG -> tests(out, tally.counts());
      case FINDINGS -> findings(out, tally);
      case EXIT -> out.append(tally.note());
    }
    if (exitCode != null) {
      out.append("; exit code ").append(exitCode);
    }
    if (!tally.reasons().isEmpty()) {
      out.append("; ")
          .append(
              tally.reasons().stream()
                  .map(InconclusiveReason::code)
                  .collect(Collectors.joining(", ")));
    }
    boolean contradicted =
        result == Result.FAIL
            && tally.counts().failing() == 0
            && tally.scan().blocking() == 0
            && tally.format().kind() != Format.Kind.EXIT;
    if (contradicted) {
      out.append(
          tally.declared() != null
              ? "; the report's totals contradict its list"
              : "; the exit code contradicts the report");
    }
    return out.append('.').toString();
  }

  private static void tests(StringBuilder out, Counts counts) {
    out.append(counts.total())
        .append(" tests, ")
        .append(counts.of(Outcome.PASSED))
        .append(" passed, ")
        .append(counts.failing())
        .append(" failed, ")
        .append(counts.of(Outcome.SKIPPED))
        .append(" skipped");
    if (counts.of(Outcome.FLAKY) > 0) {
      out.append(", ").append(counts.of(Outcome.FLAKY)).append(" flaky");
    }
  }

  private static void findings(StringBuilder out, Tally tally) {
    out.append(tally.scan().findings(Severity.ERROR))
        .append(" errors, ")
        .append(tally.scan().findings(Severity.WARNING))
        .append(" warnings, ")
        .append(tally.scan().findings(Severity.NOTE))
        .append(" notes; ")
        .append(tally.scan().blocking())
        .append(" at or above the threshold");
    if (tally.scan().suppressed() > 0) {
      out.append("; ").append(tally.scan().suppressed()).append(" suppressed by the report");
    }
  }

  static List<String> nextActions(Result result) {
    return switch (result) {
      case PASS -> List.of("Accept this report as evidence.");
      case FAIL ->
          List.of(
              "Repair the cited failures and run the same command again.",
              "Read the cited byte spans of the report, not its summary.");
      case FLAKY ->
          List.of(
              "Run the flaky tests alone in a clean environment.",
              "Look for shared state, time or order that the tests depend on.");
      case INCONCLUSIVE ->
          List.of(
              "Run the command again and send its whole, unchanged report with the exit code.",
              "Do not count this report as a pass.");
    };
  }

  static List<Hyperthesis> passDisclosures(Tally tally, @Nullable Integer exitCode) {
    List<Hyperthesis> all = new ArrayList<>();
    switch (tally.format().kind()) {
      case LOG ->
          all.add(
              new Hyperthesis(
                  "A console log is text for people; a test's own output can imitate its summary.",
                  Why.SEMANTICS,
                  Risk.MEDIUM,
                  "Send the runner's structured report as well."));
      case EXIT ->
          all.add(
              new Hyperthesis(
                  "An exit code says that the command was content, not what it checked.",
                  Why.MISSING_DATA,
                  Risk.MEDIUM,
                  "Send the runner's structured report as well."));
      case TESTS -> {
        if (tally.isOpenEnded() && exitCode == null) {
          all.add(
              new Hyperthesis(
                  "The event stream has no end mark; packages after its last line would go unseen.",
                  Why.MISSING_DATA,
                  Risk.MEDIUM,
                  "Send the producer's exit code with the report."));
        }
        if (tally.unlistedSubtests() > 0) {
          all.add(
              new Hyperthesis(
                  "Subtests that the totals count and the report does not list: "
                      + tally.unlistedSubtests()
                      + "; only the totals and the exit code tell that they passed.",
                  Why.MISSING_DATA,
                  Risk.MEDIUM,
                  "Send the console log as well, or write the subtests as tests of their own."));
        }
        if (tally.countsAssertions()) {
          all.add(
              new Hyperthesis(
                  "The totals count assertions; a test that is missing from the list goes unseen.",
                  Why.MISSING_DATA,
                  Risk.LOW,
                  "Send the console log as well, or compare the list with the sources."));
        }
      }
      case FINDINGS -> {
        long below = tally.scan().findings() - tally.scan().blocking();
        if (below > 0) {
          all.add(
              new Hyperthesis(
                  below + " findings lie below the policy's threshold and were not judged.",
                  Why.SEMANTICS,
                  Risk.LOW,
                  "Lower failOn in the policy to judge them."));
        }
        if (tally.scan().suppressed() > 0) {
          all.add(
              new Hyperthesis(
                  tally.scan().suppressed() + " findings are suppressed by the report itself.",
                  Why.SEMANTICS,
                  Risk.MEDIUM,
                  "Review the suppressions in the repository."));
        }
      }
    }
    return all;
  }
}
