package dev.assay.script.pipeline;

import dev.assay.process.Cancellation;
import dev.assay.process.Command;
import dev.assay.process.Isolation;
import dev.assay.process.OutputSink;
import dev.assay.process.ProcessRunner;
import dev.assay.process.RunRules;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.script.agency.AgencyFailure;
import dev.assay.script.agency.DataDirectory;
import dev.assay.script.agency.RunLocation;
import dev.assay.script.agency.VerifyRun;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.workspace.Extraction;
import dev.assay.workspace.WorkspaceArchive;
import dev.assay.workspace.WorkspaceLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs an allowed command in a workspace archive that nobody trusts. */
final class WorkspaceScript {

  private final VerifyRun verification;
  private final ProcessRunner runner;

  WorkspaceScript(VerifyRun verification, ProcessRunner runner) {
    this.verification = verification;
    this.runner = runner;
  }

  Finding verify(
      ArtifactRef archive,
      Optional<String> command,
      ScriptConfig config,
      Duration budget,
      VerificationScope scope)
      throws IOException, InterruptedException {
    if (command.isEmpty()) {
      return Findings.inconclusive(
          "the policy allows no command for workspaces",
          Hyperthesis.Why.PERMISSION,
          "add the command to the policy's allowlist");
    }
    Path scratch = scope.scratch();
    Path packed = scratch.resolve("workspace.archive");
    try (InputStream in = scope.open(archive)) {
      Files.copy(in, packed);
    }
    return switch (WorkspaceArchive.extract(
        packed, scratch.resolve("tree"), WorkspaceLimits.DEFAULT)) {
      case Extraction.Refused(var refusal, String _) ->
          Findings.inconclusive(
              "the workspace archive was refused: " + refusal,
              Hyperthesis.Why.MISSING_DATA,
              "send a tar, tar.gz or zip of the worktree");
      case Extraction.Extracted extracted ->
          run(extracted.root(), command.get(), config, budget, scope);
    };
  }

  private Finding run(
      Path tree, String command, ScriptConfig config, Duration budget, VerificationScope scope)
      throws IOException, InterruptedException {
    Files.deleteIfExists(tree.resolve(".agency").resolve("out").resolve("verify.json"));
    RunLocation run =
        new RunLocation(
            new DataDirectory(scope.scratch().resolve("data")), "workspace", "verification");
    try {
      VerifyRun.Report report =
          verification.verifyDirectory(
              run, tree, command, budget, config.isolation(), new Cancellation());
      return Findings.recorded(run.log(), report, scope);
    } catch (AgencyFailure e) {
      return Findings.inconclusive(
          "the command could not be run: " + e.code().code(),
          Hyperthesis.Why.MISSING_TOOL,
          "repair the worker and verify again");
    } finally {
      makeRemovable(tree);
    }
  }

  /** A script may have taken its own rights away; the scratch directory still has to go. */
  private void makeRemovable(Path tree) throws InterruptedException {
    var _ =
        runner.run(
            new Command(
                List.of("chmod", "-R", "u+rwX", tree.toString()),
                Map.of("PATH", "/usr/bin:/bin"),
                Path.of("/"),
                List.of()),
            new RunRules(
                Isolation.NONE, ScriptLimits.CLEANING_TIMEOUT, ScriptLimits.CLEANING_TIMEOUT),
            OutputSink.NOWHERE,
            new Cancellation());
  }
}
