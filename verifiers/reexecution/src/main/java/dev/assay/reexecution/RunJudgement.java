package dev.assay.reexecution;

import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessOutcome.StopReason;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.AskedTest;
import dev.assay.schemas.message.TestOutcomes.Ending;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import dev.assay.verifier.Finding;
import java.util.List;

/**
 * What a run says by itself, before it is compared with a claim. Pure: the same outcome and reports
 * give the same finding.
 */
final class RunJudgement {

  /** The kind of the signatures of what a re-execution could not do. */
  static final String KIND = "reexecution";

  private static final String EXIT = "exit";
  private static final String REPAIR = "repair the command on the worker and verify again";

  private RunJudgement() {}

  static Finding of(NamedCommand command, CommandRun run) {
    if (run.outcome().stop() == StopReason.TIMEOUT) {
      return Finding.aboutRun(
          ErrorCode.VERIFIER_TIMEOUT,
          "the run of " + command.name() + " did not end within its time",
          Why.COST,
          Risk.MEDIUM,
          "look at the log; give the command more time when it needs it");
    }
    if (run.notStarted()) {
      return Finding.aboutRun(
          ErrorCode.COMMAND_NOT_STARTED,
          "the program of " + command.name() + " could not be started on this worker",
          Why.MISSING_TOOL,
          Risk.HIGH,
          REPAIR);
    }
    if (!run.outcome().groupGone()) {
      return inconclusive(
          "PROCESSES_LEFT",
          "processes of the run of " + command.name() + " did not end with it",
          Why.ADVERSARY,
          "look at the log for what the workspace starts");
    }
    if (run.tooManyReports()) {
      return inconclusive(
          "REPORTS_TOO_LARGE",
          "the run of " + command.name() + " wrote more reports than are read",
          Why.ADVERSARY,
          "look at the log for what writes them");
    }
    if (run.unreadableReport()) {
      return inconclusive(
          "REPORT_UNREADABLE",
          "the run of " + command.name() + " left a report that the worker cannot open",
          Why.ADVERSARY,
          "look at the log for what writes it; give it a name in UTF-8 and let its owner read it");
    }
    if (command.decidesByExitCode()) {
      return run.endedWell() ? passed(command, run) : failed(command, run);
    }
    if (run.files().isEmpty()) {
      return run.endedWell()
          ? inconclusive(
              "NO_REPORT",
              "the run of " + command.name() + " ended with exit code 0 and wrote no report",
              Why.MISSING_DATA,
              "look at the log; correct reports of the command when it writes them elsewhere")
          : failed(command, run);
    }
    return reported(command, run);
  }

  /**
   * What a command without reports tells of tests: its end is one of its own, which only the same
   * command clears, whatever other command a later workspace fits.
   *
   * @param asked ids of tests that the request asks for
   */
  static TestOutcomes end(NamedCommand command, CommandRun run, List<String> asked) {
    NamedTest end = new NamedTest(TestOutcomes.id("reexecution\0" + command.name()), "exit-code");
    boolean well = run.endedWell();
    return new TestOutcomes(
        1,
        false,
        well ? 0 : 1,
        well ? List.of() : List.of(end),
        asked.stream()
            .map(id -> new AskedTest(id, id.equals(end.id()) ? ending(well) : Ending.MISSING))
            .toList());
  }

  private static Ending ending(boolean well) {
    return well ? Ending.PASSED : Ending.FAILED;
  }

  /** Nothing is known, and why. */
  static Finding inconclusive(String code, String summary, Why why, String next) {
    return Finding.of(
        Result.INCONCLUSIVE,
        List.of(FailureSignature.named(KIND, code)),
        summary,
        List.of(next),
        0,
        List.of(
            new Hyperthesis(
                "everything the run would have shown",
                why,
                Risk.HIGH,
                "nothing is accepted on this run")),
        List.of());
  }

  private static Finding passed(NamedCommand command, CommandRun run) {
    return Finding.of(
        Result.PASS,
        List.of(),
        "run of " + command.name() + ": " + run.end(),
        List.of("promote"),
        1,
        List.of(
            new Hyperthesis(
                "An exit code says that the command was content, not what it checked.",
                Why.MISSING_DATA,
                Risk.MEDIUM,
                "name the report files of the command in its settings")),
        List.of());
  }

  private static Finding failed(NamedCommand command, CommandRun run) {
    return Finding.of(
        Result.FAIL,
        List.of(FailureSignature.named(EXIT, run.end())),
        "run of " + command.name() + ": " + run.end() + ", and no report",
        List.of("read the end of the log, correct the cause and verify again"),
        1,
        List.of(
            new Hyperthesis(
                "something that the command needs and this worker lacks",
                Why.MISSING_TOOL,
                Risk.LOW,
                "the end of the log says what failed")),
        List.of());
  }

  private static Finding reported(NamedCommand command, CommandRun run) {
    boolean signalled = run.outcome().end() instanceof ProcessEnd.Signalled;
    Integer exitCode = run.outcome().end() instanceof ProcessEnd.Exited(int code) ? code : null;
    String summary =
        "run of %s: %d tests executed, %d failed, %d skipped, %s"
            .formatted(
                command.name(),
                run.reports().executed(),
                run.reports().failing(),
                run.reports().skipped(),
                run.end());
    Finding read = run.reports().finding(exitCode);
    if (read.result() == Result.PASS && !signalled && run.filesAsTests() > 0) {
      return inconclusive(
          "TESTS_MISSING",
          summary + "; " + run.filesAsTests() + " of them files that told of no test",
          Why.ADVERSARY,
          "look for what ends the process of a test file; write the file's tests for the runner");
    }
    boolean killedUnseen = signalled && read.result() != Result.FAIL;
    if (read.result() == Result.PASS
        && !killedUnseen
        && run.reports().executed() < command.rule().testsMin()) {
      return inconclusive(
          "TESTS_MISSING",
          summary + "; at least " + command.rule().testsMin() + " have to be executed",
          Why.ADVERSARY,
          "look at the log for what ends, skips or selects tests; lower testsMin when the trusted"
              + " ones are fewer");
    }
    return Finding.of(
        killedUnseen ? Result.FAIL : read.result(),
        killedUnseen ? List.of(FailureSignature.named(EXIT, run.end())) : read.failureSignatures(),
        summary,
        read.result() == Result.PASS && !killedUnseen
            ? List.of("promote")
            : List.of("read the cited places of the run's own reports and log"),
        read.confidence(),
        read.hyperthesis(),
        read.pointers());
  }
}
