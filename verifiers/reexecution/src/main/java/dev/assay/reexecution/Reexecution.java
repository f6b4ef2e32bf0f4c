package dev.assay.reexecution;

import dev.assay.process.ProcessRunner;
import dev.assay.reexecution.ClaimComparison.State;
import dev.assay.reexecution.CommandRun.Runner;
import dev.assay.reexecution.ReexecutionFindings.ReexecutionResult;
import dev.assay.reexecution.TrustedFiles.UnavailableException;
import dev.assay.reexecution.TrustedOverlay.Difference;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.testreport.RunReports;
import dev.assay.verifier.Finding;
import dev.assay.verifier.ScratchTree;
import dev.assay.verifier.VerificationScope;
import dev.assay.workspace.Extraction;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.WorkspaceLimits;
import dev.assay.workspace.Workspaces;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One re-execution: unpack, lay over, run, judge, compare. A workspace that differs from the
 * trusted files is run a second time as it was handed in when the claim lists tests that the
 * trusted run does not know: then they may be the agent's own, or exist nowhere.
 */
final class Reexecution {

  /** The lens under which tests that may be flaky are run alone, again and again. */
  static final String ISOLATED_SUBSET = "isolated-subset";

  private final VerificationRequest request;
  private final VerificationScope scope;
  private final Runner runner;
  private final TrustedOverlay overlay;

  Reexecution(
      VerificationRequest request, VerificationScope scope, Runner runner, ProcessRunner git) {
    this.request = request;
    this.scope = scope;
    this.runner = runner;
    this.overlay =
        new TrustedOverlay(request.target() == null ? null : request.target().commit(), scope, git);
  }

  /** Unwinds to the finding about a workspace that cannot be run. */
  private static final class NotRunException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Finding finding;

    NotRunException(Finding finding) {
      super(finding.summary(), null, false, false);
      this.finding = finding;
    }
  }

  /**
   * The finding about the first artifact of the request, with the first of {@code commands} that
   * fits.
   */
  Finding judge(List<NamedCommand> commands) throws IOException, InterruptedException {
    try {
      WorkspaceTree tree = unpacked();
      NamedCommand command = chosen(commands, tree);
      ReexecutionResult seen = executed(command, tree);
      Finding found = ReexecutionFindings.of(seen);
      FlakeRate rate =
          ISOLATED_SUBSET.equals(request.lens()) && !seen.claim().isContradicted()
              ? repeated(command, tree, seen.run())
              : null;
      Finding finding = told(command, seen, rate == null ? found : rate.over(found));
      return finding
          .withDetails(
              scope.store(
                  ReexecutionDetails.MEDIA_TYPE, ReexecutionDetails.document(seen, finding, rate)))
          .withExecution(command.digest(), environment(seen), runner.isolation().label());
    } catch (NotRunException e) {
      return e.finding;
    } catch (UnavailableException e) {
      return RunJudgement.inconclusive(
          "OVERLAY_UNAVAILABLE", e.why(), Why.MISSING_DATA, "repair the overlay on the worker");
    }
  }

  /**
   * Runs what failed, or everything when nothing did, again and again, each time in a workspace of
   * its own, as often as the command says and time allows.
   */
  private FlakeRate repeated(NamedCommand command, WorkspaceTree tree, CommandRun first)
      throws NotRunException, UnavailableException, IOException, InterruptedException {
    Set<String> suspects = new TreeSet<>(first.reports().tests().failed());
    suspects.addAll(first.reports().tests().flaky());
    Set<String> paths = tree.files(_ -> true).keySet();
    Optional<NamedCommand> alone = command.alone(suspects, paths::contains);
    NamedCommand repetition = alone.orElse(command);
    int runs = 0;
    int failed = 0;
    for (int i = 0; i < command.rule().repeats(); i++) {
      WorkspaceTree again = unpacked();
      var _ = overlay.layOver(command, again);
      Optional<CommandRun> run = run(repetition, again);
      if (run.isEmpty()) {
        break; // no time is left
      }
      Result result = RunJudgement.of(repetition, run.get()).result();
      if (result != Result.INCONCLUSIVE) {
        runs++;
        failed += failedAgain(suspects, run.get(), result) ? 1 : 0;
      }
      try {
        ScratchTree.delete(Objects.requireNonNull(again.root().getParent()));
      } catch (IOException _) {
        break; // something is still written there; it goes with the scope
      }
    }
    return new FlakeRate(suspects.size(), alone.isPresent(), runs, failed);
  }

  private static boolean failedAgain(Set<String> suspects, CommandRun run, Result result) {
    return suspects.isEmpty()
        ? result != Result.PASS
        : run.reports().tests().failed().stream().anyMatch(suspects::contains)
            || run.reports().tests().flaky().stream().anyMatch(suspects::contains);
  }

  /** The finding, with what the run's own reports, or else its end, tell of single tests. */
  private Finding told(NamedCommand command, ReexecutionResult seen, Finding found) {
    Finding finding = found.withTouched(seen.differences().stream().map(Difference::path).toList());
    if (command.decidesByExitCode()) {
      return finding.result() == Result.INCONCLUSIVE
          ? finding
          : finding.withTests(RunJudgement.end(command, seen.run(), request.expect()));
    }
    return finding.withTests(seen.run().reports().outcomes(!command.overlays().isEmpty()));
  }

  private WorkspaceTree unpacked() throws NotRunException, IOException, InterruptedException {
    return switch (Workspaces.unpack(
        request.artifacts().getFirst(), scope, WorkspaceLimits.DEFAULT)) {
      case Extraction.Refused(Refusal refusal, String _) ->
          throw new NotRunException(
              RunJudgement.inconclusive(
                      refusal.name(),
                      "the workspace archive was refused: " + refusal,
                      Why.MISSING_DATA,
                      "send a tar, tar.gz or zip of the worktree")
                  .withSignature(refusal.signature()));
      case Extraction.Extracted extracted -> new WorkspaceTree(extracted.root());
    };
  }

  private NamedCommand chosen(List<NamedCommand> commands, WorkspaceTree tree)
      throws NotRunException, IOException {
    Set<String> paths = tree.files(_ -> true).keySet();
    for (NamedCommand command : commands) {
      if (command.fits(paths)) {
        return command;
      }
    }
    throw new NotRunException(
        RunJudgement.inconclusive(
            "NO_COMMAND",
            "no command of this worker is for such a workspace",
            Why.MISSING_TOOL,
            "configure a command whose when patterns match it"));
  }

  private ReexecutionResult executed(NamedCommand command, WorkspaceTree tree)
      throws NotRunException, UnavailableException, IOException, InterruptedException {
    List<Difference> differences = overlay.layOver(command, tree);
    CommandRun run =
        run(command, tree)
            .orElseThrow(() ->
                new NotRunException(
                    Finding.aboutRun(
                        ErrorCode.VERIFIER_TIMEOUT,
                        "the time of the request is too short to run the command",
                        Why.COST,
                        Risk.MEDIUM,
                        "give the verifier a longer budget in the policy")));
    boolean readable = run.reports().isReadable() && run.reports().executed() > 0;
    Finding own = RunJudgement.of(command, run);
    List<ArtifactRef> claimed =
        request.artifacts().stream()
            .skip(1)
            .filter(artifact -> artifact.role() == ArtifactRole.TEST_REPORT)
            .toList();
    ClaimComparison claim = ClaimComparison.without(State.NO_CLAIM);
    if (!claimed.isEmpty()) {
      RunReports reports = claims(claimed);
      claim =
          readable && own.result() != Result.INCONCLUSIVE
              ? ClaimComparison.of(reports, run.reports())
              : ClaimComparison.without(State.NOT_COMPARABLE);
      boolean explainable = differences.stream().anyMatch(Difference::replaced);
      if (!claim.unknown().isEmpty() && explainable) {
        return claim.failing().isEmpty()
            ? compared(command, run, own, claimed, claim, reports, differences)
            : unresolved(command, run, own, claimed, claim, differences, null);
      }
    }
    return result(command, run, own, claimed, claim, differences, 0, 0, null);
  }

  /**
   * Looks for the tests that the trusted run does not know in the workspace as it was handed in.
   */
  private ReexecutionResult compared(
      NamedCommand command,
      CommandRun run,
      Finding own,
      List<ArtifactRef> claimed,
      ClaimComparison claim,
      RunReports reports,
      List<Difference> differences)
      throws NotRunException, UnavailableException, IOException, InterruptedException {
    Optional<CommandRun> second = run(command, unpacked());
    boolean usable =
        second
            .filter(other -> other.reports().isReadable() && other.reports().executed() > 0)
            .isPresent();
    if (!usable) {
      return unresolved(command, run, own, claimed, claim, differences, second.orElse(null));
    }
    RunReports asSubmitted = second.orElseThrow().reports();
    NavigableSet<String> still = new TreeSet<>(claim.unknown());
    still.removeIf(test ->
        asSubmitted.tests().passed().contains(test)
            || asSubmitted.tests().failed().contains(test)
                && reports.tests().failed().contains(test));
    int explained = claim.unknown().size() - still.size();
    return result(
        command,
        run,
        own,
        claimed,
        claim.withUnknown(still),
        differences,
        explained,
        0,
        second.orElseThrow());
  }

  /** The tests that the trusted run does not know may be the agent's own. */
  private ReexecutionResult unresolved(
      NamedCommand command,
      CommandRun run,
      Finding own,
      List<ArtifactRef> claimed,
      ClaimComparison claim,
      List<Difference> differences,
      @Nullable CommandRun asSubmitted)
      throws UnavailableException, IOException, InterruptedException {
    int unresolved = claim.unknown().size();
    return result(
        command,
        run,
        own,
        claimed,
        claim.withUnknown(new TreeSet<>()),
        differences,
        0,
        unresolved,
        asSubmitted);
  }

  private ReexecutionResult result(
      NamedCommand command,
      CommandRun run,
      Finding own,
      List<ArtifactRef> claimed,
      ClaimComparison claim,
      List<Difference> differences,
      int ownTests,
      int unresolved,
      @Nullable CommandRun asSubmitted)
      throws UnavailableException, IOException, InterruptedException {
    return new ReexecutionResult(
        command,
        request.artifacts().getFirst(),
        runner.isolation(),
        run,
        own,
        claimed,
        claim,
        differences,
        overlay.identities(command),
        ownTests,
        unresolved,
        asSubmitted);
  }

  /** A run; empty when no time is left for it. */
  private Optional<CommandRun> run(NamedCommand command, WorkspaceTree tree)
      throws IOException, InterruptedException {
    scope.deadline().check();
    Duration left = scope.deadline().left().minus(ReexecutionLimits.RESERVE);
    Duration timeout = left.compareTo(command.timeout()) < 0 ? left : command.timeout();
    return timeout.isPositive()
        ? Optional.of(CommandRun.of(command, tree, runner, timeout, request.expect(), scope))
        : Optional.empty();
  }

  private RunReports claims(List<ArtifactRef> claimed) throws IOException, InterruptedException {
    RunReports reports = new RunReports(scope.deadline(), List.of());
    for (ArtifactRef report : claimed) {
      reports.read(report.sha256(), report.size(), () -> scope.open(report));
    }
    return reports;
  }

  private static String environment(ReexecutionResult seen) {
    return Digests.sha256Hex(
        Json.canonical(
            Map.of(
                "isolation", seen.isolation().label(),
                "os", System.getProperty("os.name"),
                "arch", System.getProperty("os.arch"),
                "sources", seen.sources())));
  }
}
