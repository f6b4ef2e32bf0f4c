package dev.assay.command;

import dev.assay.command.CommandSettings.Program;
import dev.assay.process.Cancellation;
import dev.assay.process.Command;
import dev.assay.process.IsolationRequest;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessOutcome;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessOutcome.StopReason;
import dev.assay.process.ProcessRunner;
import dev.assay.process.ProcessRunner.RunRules;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.exchange.FindingDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs one command that the worker's settings name: the request on standard input, the artifacts as
 * read-only files, one finding on standard output. However the command ends otherwise, the answer
 * is INCONCLUSIVE with a code; it never fails the work that it judges by breaking.
 */
final class CommandVerifier implements Verifier {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C.UTF-8");

  /** Starts a program in a directory that is not the writable one. */
  private static final List<String> IN_DIRECTORY =
      List.of("/bin/sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh");

  /** Exit codes of a shell that could not start the program. */
  private static final int NOT_EXECUTABLE = 126;

  private static final int NOT_FOUND = 127;

  private final VerifierInfo info;
  private final Program program;
  private final @Nullable Path directory;
  private final ProcessRunner runner;
  private final String commandDigest;

  /**
   * A verifier.
   *
   * @param directory where the program starts, or null for the run's own
   */
  CommandVerifier(
      VerifierInfo info, Program program, @Nullable Path directory, ProcessRunner runner) {
    this.info = info;
    this.program = program;
    this.directory = directory;
    this.runner = runner;
    this.commandDigest =
        Digests.sha256Hex(
            Json.canonical(
                Map.of(
                    "command", program.command(),
                    "args", program.args(),
                    "version", info.version())));
  }

  @Override
  public VerifierInfo info() {
    return info;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    if (!(program.isolationRequest().ask()
            instanceof IsolationRequest.Answer.Granted(Isolation isolation, String _))
        || (isolation == Isolation.NONE && program.isolationRequest() != IsolationRequest.NONE)) {
      return Finding.aboutRun(
          ErrorCode.ISOLATION_UNAVAILABLE,
          "this host cannot isolate the command as the worker's settings ask",
          Hyperthesis.Why.PERMISSION,
          Risk.HIGH,
          "install bubblewrap on the worker and verify again");
    }
    Duration time = scope.deadline().left().minus(CommandLimits.RESERVE);
    Duration timeout = Duration.ofSeconds(program.timeoutSeconds());
    timeout = time.compareTo(timeout) < 0 ? time : timeout;
    if (!timeout.isPositive()) {
      return outOfTime();
    }
    RunFiles files = RunFiles.of(request, scope, timeout);
    Cancellation cancellation = new Cancellation();
    BoundedOutput answer = new BoundedOutput(FindingDocument.BYTES_MAX, cancellation);
    BoundedOutput errors = new BoundedOutput(CommandLimits.ERROR_BYTES_MAX, cancellation);
    ProcessOutcome outcome =
        runner.run(
            command(files),
            new RunRules(isolation, timeout, CommandLimits.GRACE),
            answer,
            errors,
            cancellation);
    return judged(request, scope, outcome, answer, errors)
        .withExecution(commandDigest, null, isolation.label());
  }

  private Command command(RunFiles files) {
    List<String> argv = new ArrayList<>();
    List<Path> readable = new ArrayList<>(List.of(files.artifacts()));
    if (directory != null) {
      argv.addAll(IN_DIRECTORY);
      argv.add(directory.toString());
      readable.add(directory);
    }
    argv.add(program.command());
    argv.addAll(program.args());
    if (program.command().startsWith("/")) {
      readable.add(Path.of(program.command()));
    }
    Map<String, String> environment = new HashMap<>(ENVIRONMENT);
    environment.put("HOME", files.work().toString());
    environment.put("TMPDIR", files.work().toString());
    environment.putAll(program.environment());
    return new Command(
        argv, environment, files.work(), readable, files.request(), program.network());
  }

  private Finding judged(
      VerificationRequest request,
      VerificationScope scope,
      ProcessOutcome outcome,
      BoundedOutput answer,
      BoundedOutput errors)
      throws IOException {
    Details details = new Details(info.type(), outcome, answer, errors);
    if (answer.isOver() || errors.isOver()) {
      return details.about(
          scope,
          ErrorCode.OUTPUT_TOO_LARGE,
          answer.isOver()
              ? "the command wrote more than one finding may have"
              : "the command wrote too much to its standard error");
    }
    if (outcome.stop() == StopReason.TIMEOUT) {
      return details.about(
          scope, ErrorCode.VERIFIER_TIMEOUT, "the command did not finish within its time");
    }
    return switch (outcome.end()) {
      case ProcessEnd.NotStarted _ -> notStarted(details, scope);
      case ProcessEnd.Exited(int code) when code == NOT_EXECUTABLE || code == NOT_FOUND ->
          notStarted(details, scope);
      case ProcessEnd.Exited(int code) when code != 0 ->
          details.about(
              scope, ErrorCode.COMMAND_FAILED, "the command ended with exit code " + code);
      case ProcessEnd.Signalled(String signal) ->
          details.about(scope, ErrorCode.COMMAND_FAILED, "the command was ended by " + signal);
      case ProcessEnd.Exited _ -> answered(request, scope, details, answer);
    };
  }

  private static Finding notStarted(Details details, VerificationScope scope) throws IOException {
    return details.about(
        scope, ErrorCode.COMMAND_NOT_STARTED, "the program of the command could not be started");
  }

  private static Finding answered(
      VerificationRequest request, VerificationScope scope, Details details, BoundedOutput answer)
      throws IOException {
    if (answer.text().isBlank()) {
      return details.about(scope, ErrorCode.FINDING_MISSING, "the command printed no finding");
    }
    return switch (FindingDocument.read(answer.bytes(), request)) {
      case Parsed.Accepted<Finding>(Finding finding) -> details.with(scope, finding);
      case Parsed.Rejected<Finding>(var rejection) ->
          details
              .because(rejection.detail())
              .about(
                  scope,
                  ErrorCode.FINDING_INVALID,
                  "what the command printed is not one finding: " + rejection.code());
    };
  }

  private static Finding outOfTime() {
    return Finding.aboutRun(
        ErrorCode.VERIFIER_TIMEOUT,
        "the time of the run is too short to start the command",
        Hyperthesis.Why.COST,
        Risk.MEDIUM,
        "give the verifier a longer budget in the policy");
  }
}
