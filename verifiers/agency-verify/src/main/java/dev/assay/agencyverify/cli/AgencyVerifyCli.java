package dev.assay.agencyverify.cli;

import dev.assay.agencyverify.agency.AgencyFailure;
import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import dev.assay.agencyverify.agency.GoDuration;
import dev.assay.agencyverify.agency.OneLine;
import dev.assay.agencyverify.agency.RunLocation;
import dev.assay.agencyverify.agency.VerifyRecord;
import dev.assay.agencyverify.agency.VerifyRun;
import dev.assay.process.Cancellation;
import dev.assay.process.IsolationRequest;
import dev.assay.process.ProcessRunner;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code assay verify <run>}: runs the verify script of an agency run and records the result.
 *
 * <p>Exit codes: 0 the run is ok; 1 it is not, or could not be verified; 2 usage.
 */
public final class AgencyVerifyCli {

  private static final String HELP =
      """
      usage: assay verify <run> [--timeout <dur>] [--repo <path>]
                          [--isolation none|auto|bwrap|landlock]

      Runs the verify script of an agency run outside its terminal and records the result.

        <run>               run id, the start of one, or the name of an active run
        --timeout <dur>     Go duration such as 90s or 1h30m (default: agency.json, else 30m)
        --repo <path>       look the name up in this repository
        --isolation <how>   none (default), auto, bwrap or landlock

      Examples:
        assay verify fix-login
        assay verify fix-login --timeout 10m --isolation auto

      exit codes: 0 ok, 1 failed, timed out, cancelled or not verifiable, 2 usage
      """;

  private static final Set<String> OPTIONS = Set.of("--timeout", "--repo", "--isolation");
  private static final Set<String> SWITCHES = Set.of("--help", "-h");

  private AgencyVerifyCli() {}

  /** Runs the command for this JVM's caller. */
  public static int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, Caller.ofThisProcess(out, err));
  }

  /** Runs the command for {@code caller}. */
  public static int run(List<String> args, Caller caller) {
    Cancellation cancellation = new Cancellation();
    try (EndOfProcess end = new EndOfProcess(cancellation)) {
      int code = attempt(args, caller, cancellation);
      caller.out().flush();
      caller.err().flush();
      end.reported(code);
      return code;
    }
  }

  private static int attempt(List<String> args, Caller caller, Cancellation cancellation) {
    try {
      Arguments arguments = Arguments.parse(args, OPTIONS, SWITCHES);
      if (arguments.has("--help") || arguments.has("-h")) {
        caller.out().print(HELP);
        return 0;
      }
      return verify(arguments, caller, cancellation);
    } catch (AgencyFailure e) {
      caller.err().println(e.line());
      if (e.code() == AgencyCode.USAGE) {
        caller.err().print(HELP);
      }
      return e.code().exitCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      caller.err().println(AgencyCode.INTERNAL.code() + ": interrupted; run the command again");
      return 1;
    }
  }

  private static int verify(Arguments arguments, Caller caller, Cancellation cancellation)
      throws AgencyFailure, InterruptedException {
    String word = arguments.word("run");
    Optional<Duration> timeout = timeout(arguments);
    VerifyRun.Options options = new VerifyRun.Options(timeout, isolation(arguments));
    RunLocation run = caller.find(word, arguments.option("--repo"));
    VerifyRun.Report report =
        new VerifyRun(new ProcessRunner(1), InstantSource.system(), caller.environment())
            .verify(run, options, cancellation);
    report.warnings().forEach(text -> caller.err().println("warning: " + OneLine.of(text)));
    return tell(run, report, caller);
  }

  private static int tell(RunLocation run, VerifyRun.Report report, Caller caller)
      throws AgencyFailure {
    if (report.problem() != null) {
      throw report.problem();
    }
    VerifyRecord record = report.record();
    String where = "record=%s log=%s".formatted(run.record(), record.logPath());
    if (record.ok()) {
      caller.out().println("ok verify %s %s".formatted(run.runId(), where));
      return 0;
    }
    throw record.timedOut()
        ? new AgencyFailure(AgencyCode.SCRIPT_TIMEOUT, "verify timed out " + where)
        : new AgencyFailure(
            AgencyCode.SCRIPT_FAILED,
            "verify failed (%s) %s".formatted(record.failureReason(), where));
  }

  private static Optional<Duration> timeout(Arguments arguments) throws AgencyFailure {
    Optional<String> text = arguments.option("--timeout");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<Duration> timeout = GoDuration.parse(text.get()).filter(Duration::isPositive);
    if (timeout.isEmpty()) {
      throw Arguments.usage(
          "expected --timeout to be a positive duration such as 90s or 30m, found '%s'"
              .formatted(text.get()));
    }
    return timeout;
  }

  private static IsolationRequest isolation(Arguments arguments) throws AgencyFailure {
    String label = arguments.option("--isolation").orElse(IsolationRequest.NONE.label());
    return IsolationRequest.parse(label)
        .orElseThrow(() ->
            Arguments.usage(
                "expected --isolation to be none, auto, bwrap or landlock, found '%s'"
                    .formatted(label)));
  }
}
