package dev.assay.reexecution;

import dev.assay.process.IsolationRequest;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessRunner;
import dev.assay.reexecution.CommandRun.Runner;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Runs a command of the worker's settings in a workspace that nobody vouches for and judges what it
 * shows, beside what the agent claims. What is run, where its reports are and what is trusted
 * stands in the settings alone.
 */
final class ReexecutionVerifier implements Verifier {

  private final VerifierInfo info;
  private final IsolationRequest isolation;
  private final List<NamedCommand> commands;
  private final NamedCommand canary;
  private final ProcessRunner runs;
  private final ProcessRunner git;

  /**
   * A verifier.
   *
   * @param canary what is run for canaries, and for nothing else
   * @param runningMax commands that run at the same time
   */
  ReexecutionVerifier(
      VerifierInfo info,
      IsolationRequest isolation,
      List<NamedCommand> commands,
      NamedCommand canary,
      int runningMax) {
    this.info = info;
    this.isolation = isolation;
    this.commands = List.copyOf(commands);
    this.canary = canary;
    this.runs = new ProcessRunner(runningMax);
    this.git = new ProcessRunner(runningMax);
  }

  @Override
  public VerifierInfo info() {
    return info;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    ReexecutionConfig config = ReexecutionConfig.parse(request.config());
    if (request.artifacts().isEmpty()
        || request.artifacts().getFirst().role() != ArtifactRole.WORKSPACE) {
      throw new IllegalArgumentException(
          "expected a workspace as the first artifact of the request, found another or none");
    }
    boolean forCanary =
        ReservedIds.isCanary(request.workItem())
            && config.command().filter(canary.name()::equals).isPresent();
    List<NamedCommand> allowed = forCanary ? List.of(canary) : allowed(config);
    Optional<Isolation> granted = granted(forCanary);
    if (granted.isEmpty()) {
      return Finding.aboutRun(
          ErrorCode.ISOLATION_UNAVAILABLE,
          "this host cannot isolate the run as the worker's settings ask",
          Hyperthesis.Why.PERMISSION,
          Risk.HIGH,
          "install bubblewrap on the worker and verify again");
    }
    return new Reexecution(request, scope, new Runner(runs, granted.get()), git).judge(allowed);
  }

  /** A request is data: it chooses among the names of the settings, no more. */
  private List<NamedCommand> allowed(ReexecutionConfig config) {
    if (commands.isEmpty()) {
      throw new NotAllowedHereException(
          "worker.verifiers.reexecution.commands of this worker names no command");
    }
    if (config.command().isEmpty()) {
      return commands;
    }
    return commands.stream()
        .filter(command -> command.name().equals(config.command().get()))
        .findFirst()
        .map(List::of)
        .orElseThrow(() ->
            new NotAllowedHereException(
                "the command is none of worker.verifiers.reexecution.commands of this worker"));
  }

  /** The isolation in force; a canary's command is harmless and runs under what there is. */
  private Optional<Isolation> granted(boolean forCanary) {
    IsolationRequest asked = forCanary ? IsolationRequest.AUTO : isolation;
    return asked.ask() instanceof IsolationRequest.Answer.Granted(Isolation found, String _)
            && (found != Isolation.NONE || forCanary || isolation == IsolationRequest.NONE)
        ? Optional.of(found)
        : Optional.empty();
  }
}
