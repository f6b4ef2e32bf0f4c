package dev.assay.quick.enforce;

import dev.assay.quick.check.ContractRun;
import dev.assay.quick.check.Sleeper;
import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.quick.cli.ErrorEnvelope;
import dev.assay.quick.cli.Flags;
import dev.assay.quick.cli.TextOutput;
import dev.assay.quick.enforce.EnforceArguments.Operation;
import dev.assay.quick.enforce.PreviewRun.VerifiedRun;
import dev.assay.quick.enforce.Transition.Acceptance;
import dev.assay.quick.ingest.Ingest.IngestLimitException;
import dev.assay.quick.report.Certificate.CertificateLimitException;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * {@code assay enforce}: verifies, compares with the baseline of the workflow, stores the
 * transition and only then prints it.
 */
public final class EnforceCli {

  private static final int EXIT_REFUSED = 3;
  private static final int EXIT_DRIFT = 4;

  private final Path directory;
  private final Map<String, String> environment;
  private final InstantSource clock;
  private final InputStream in;

  private EnforceCli(
      Path directory, Map<String, String> environment, InstantSource clock, InputStream in) {
    this.directory = directory;
    this.environment = environment;
    this.clock = clock;
    this.in = in;
  }

  /** Runs in the working directory and environment of this process. */
  public static int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, Path.of(""), System.getenv(), InstantSource.system(), in, out, err);
  }

  /**
   * Runs the command.
   *
   * @param args after {@code enforce}
   * @param directory that relative paths start from
   * @param environment {@code PGPASSWORD} is read from it
   * @param clock that dates the history
   * @return 0 matches, 1 does not match, 2 not established, 3 refused or no verdict, 4 drift
   */
  public static int run(
      List<String> args,
      Path directory,
      Map<String, String> environment,
      InstantSource clock,
      InputStream in,
      PrintStream out,
      PrintStream err) {
    if (Flags.wantsHelp(args)) {
      TextOutput.print(out, EnforceArguments.HELP);
      return 0;
    }
    try {
      EnforceArguments arguments = EnforceArguments.parse(args);
      Outcome outcome = new EnforceCli(directory, environment, clock, in).enforce(arguments);
      TextOutput.print(out, JsonText.stable(outcome.json()) + "\n");
      if (out.checkError()) {
        throw new CommandException(
            ErrorCode.INTERNAL_ERROR,
            "expected standard output to take the result, found it closed");
      }
      return report(outcome, arguments, err);
    } catch (CommandException e) {
      ErrorEnvelope.write(err, e.code(), String.valueOf(e.getMessage()));
    } catch (IngestLimitException | CertificateLimitException e) {
      ErrorEnvelope.write(err, ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      ErrorEnvelope.write(err, ErrorCode.INTERNAL_ERROR, "a defect or lack of memory: " + e);
    }
    return EXIT_REFUSED;
  }

  /** A stored decision and the run it is about. */
  private record Outcome(
      WorkflowState state, Decision decision, MaterialTruth observed, VerifiedRun run) {

    JsonObject json() {
      JsonObject.Builder out =
          JsonObject.builder()
              .put("operation", decision.operation().word())
              .put("workflow_id", Json.textOf(observed.json().get("workflowId")))
              .put("result_status", decision.resultStatus())
              .put("decision", decision.trusted() ? "decision_trusted" : "decision_blocked")
              .put("decision_reason_code", decision.code())
              .put("lifecycle_state", state.lifecycle().word())
              .put("lifecycle_state_version", state.version())
              .put("baseline_sha256", decision.baseline().sha256())
              .put("observed_sha256", observed.sha256())
              .put("certificate_sha256", MaterialTruth.hash(run.certificate()))
              .put("state_relation", Json.textOf(observed.json().get("stateRelation")))
              .put("material_truth", observed.json());
      String pending = state.pendingAcceptHash();
      if (pending != null) {
        out.put("expected_projection_hash", pending);
      }
      return JsonObject.builder().put("schemaVersion", 2).put("enforce", out.build()).build();
    }
  }

  private Outcome enforce(EnforceArguments arguments) throws CommandException {
    StateStore store = store(arguments);
    long seenVersion = store.peek().version();
    VerifiedRun run = verify(arguments.run());
    MaterialTruth observed = MaterialTruth.of(run.certificate());
    return store.locked(state -> {
      Decision decision = decide(arguments, state, seenVersion, observed);
      if (!decision.changed()) {
        return new Outcome(state, decision, observed, run);
      }
      Transition transition =
          Transition.of(
              state,
              decision,
              observed,
              MaterialTruth.hash(run.certificate()),
              clock.instant(),
              arguments.acceptance());
      WorkflowState next =
          new WorkflowState(
              decision.lifecycle(),
              state.version() + 1,
              decision.baseline(),
              decision.pendingAcceptHash(),
              transition);
      store.save(next);
      return new Outcome(next, decision, observed, run);
    });
  }

  private static Decision decide(
      EnforceArguments arguments, WorkflowState state, long seenVersion, MaterialTruth observed)
      throws CommandException {
    Acceptance acceptance = arguments.acceptance();
    if (acceptance != null) {
      if (state.version() != seenVersion) {
        throw Decision.staleVersion(seenVersion, state.version());
      }
      return Decision.accept(state, observed, acceptance);
    }
    return arguments.operation() == Operation.CREATE_BASELINE
        ? Decision.createBaseline(state, observed)
        : Decision.check(state, observed);
  }

  private VerifiedRun verify(EnforceArguments.Run run) throws CommandException {
    return switch (run) {
      case EnforceArguments.Preview preview -> PreviewRun.run(preview, directory, environment, in);
      case EnforceArguments.Contract contract -> {
        ContractRun replay =
            ContractRun.run(contract.arguments(), directory, environment, Sleeper.system());
        yield new VerifiedRun(replay.certificate(), replay.humanReport(), replay.exitCode());
      }
    };
  }

  private StateStore store(EnforceArguments arguments) throws CommandException {
    try {
      return new StateStore(
          directory.resolve(arguments.stateDirectory()), arguments.run().workflowId());
    } catch (InvalidPathException e) {
      throw new CommandException(
          ErrorCode.ENFORCE_STATE_IO_FAILED,
          "expected a directory at --state-dir, found characters no path can have",
          e);
    }
  }

  private static int report(Outcome outcome, EnforceArguments arguments, PrintStream err) {
    Decision decision = outcome.decision();
    if (!decision.isDrift()) {
      if (arguments.humanReport()) {
        TextOutput.print(err, outcome.run().humanReport() + "\n");
      }
      return outcome.run().exitCode();
    }
    List<String> difference = Difference.between(decision.baseline(), outcome.observed());
    if (arguments.humanReport()) {
      TextOutput.print(
          err,
          "=== drift from baseline "
              + decision.baseline().sha256()
              + " ===\n"
              + String.join("\n", difference)
              + "\n=== end drift ===\n");
    }
    ErrorEnvelope.write(
        err,
        ErrorCode.VERIFICATION_OUTPUT_LOCK_MISMATCH,
        decision.code()
            + ": expected material truth "
            + decision.baseline().sha256()
            + ", found "
            + outcome.observed().sha256()
            + "; bring the state back, or accept with --accept-drift --expected-projection-hash "
            + outcome.state().pendingAcceptHash()
            + " --lifecycle-state-version "
            + outcome.state().version());
    return EXIT_DRIFT;
  }
}
