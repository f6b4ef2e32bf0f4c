package dev.assay.agencyverify.pipeline;

import dev.assay.agencyverify.agency.AgencyFailure;
import dev.assay.agencyverify.agency.DataDirectory;
import dev.assay.agencyverify.agency.RunLocation;
import dev.assay.agencyverify.agency.VerifyRun;
import dev.assay.process.Cancellation;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.workspace.Extraction;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.WorkspaceLimits;
import dev.assay.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs an allowed command in a workspace archive that nobody trusts. */
final class WorkspaceScript {

  private final VerifyRun verification;

  WorkspaceScript(VerifyRun verification) {
    this.verification = verification;
  }

  Finding verify(
      ArtifactRef archive, Optional<String> command, ScriptConfig config, VerificationScope scope)
      throws IOException, InterruptedException {
    if (command.isEmpty()) {
      return Findings.inconclusive(
          "the policy allows no command for workspaces",
          Hyperthesis.Why.PERMISSION,
          "add the command to the policy's allowlist");
    }
    return switch (Workspaces.unpack(archive, scope, WorkspaceLimits.DEFAULT)) {
      case Extraction.Refused(var refusal, String _) -> refused(refusal);
      case Extraction.Extracted extracted -> run(extracted.root(), command.get(), config, scope);
    };
  }

  private static Finding refused(Refusal refusal) {
    return Findings.inconclusive(
            "the workspace archive was refused: " + refusal,
            Hyperthesis.Why.MISSING_DATA,
            "send a tar, tar.gz or zip of the worktree")
        .withSignature(refusal.signature());
  }

  private Finding run(Path tree, String command, ScriptConfig config, VerificationScope scope)
      throws IOException, InterruptedException {
    if (!hasRoom(tree)) {
      return refused(Refusal.NAME_CLASH);
    }
    Duration budget = ScriptLimits.budget(scope);
    if (!budget.isPositive()) {
      return Findings.outOfTime();
    }
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
    }
  }

  /**
   * Whether the directories of the run are the workspace's to bring or still free; links would lead
   * its output elsewhere. A verify.json that came along counts for nothing.
   */
  private static boolean hasRoom(Path tree) throws IOException {
    Path agency = tree.resolve(".agency");
    Path output = agency.resolve("out");
    for (Path directory : List.of(agency, output, agency.resolve("tmp"))) {
      if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    Path verifyJson = output.resolve("verify.json");
    if (Files.isDirectory(verifyJson, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      Files.deleteIfExists(verifyJson);
      return true;
    } catch (IOException e) {
      throw new DependencyUnavailableException("to write the scratch directory", e);
    }
  }
}
