package dev.assay.cfverify.pipeline;

import dev.assay.cfverify.evidence.EvidenceFiles;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.VerificationScope;
import dev.assay.workspace.Extraction;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.WorkspaceLimits;
import dev.assay.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a run's evidence is: the attached workspace, unpacked into the run's scratch directory, or
 * the configured root that the request names. Reads never leave it.
 */
final class EvidenceRoot {

  /** The evidence, or why there is none. */
  sealed interface Found {

    /** Evidence below one directory, which the judged party brought along or did not. */
    record Ready(EvidenceFiles files, EvidenceBasis basis) implements Found {}

    /** No evidence to read; {@code problem} is for the summary. */
    record Missing(String problem, Hyperthesis.Why why, @Nullable Refusal refusal)
        implements Found {

      Missing(String problem, Hyperthesis.Why why) {
        this(problem, why, null);
      }
    }
  }

  private EvidenceRoot() {}

  static Found of(VerificationRequest request, VerificationScope scope, Map<String, String> roots)
      throws IOException, InterruptedException {
    List<ArtifactRef> workspaces =
        request.artifacts().stream().filter(a -> a.role() == ArtifactRole.WORKSPACE).toList();
    if (workspaces.size() > 1) {
      return new Found.Missing(
          "expected one workspace, found " + workspaces.size() + "; attach them as one",
          Hyperthesis.Why.ADVERSARY,
          Refusal.TOO_MANY_WORKSPACES);
    }
    if (!workspaces.isEmpty()) {
      return unpacked(workspaces.getFirst(), scope);
    }
    String name = request.groundTruth();
    if (name == null) {
      return new Found.Missing(
          "no workspace is attached and no evidence root is named", Hyperthesis.Why.MISSING_DATA);
    }
    String root = roots.get(name);
    if (root == null) {
      throw new NotAllowedHereException(
          "the named evidence root is none of worker.verifiers.subresult.roots of this worker");
    }
    return new Found.Ready(EvidenceFiles.jailed(Path.of(root)), EvidenceBasis.OBSERVED);
  }

  private static Found unpacked(ArtifactRef artifact, VerificationScope scope)
      throws IOException, InterruptedException {
    return switch (Workspaces.unpack(artifact, scope, WorkspaceLimits.DEFAULT)) {
      case Extraction.Extracted extracted ->
          new Found.Ready(EvidenceFiles.jailed(extracted.root()), EvidenceBasis.CLAIMED);
      case Extraction.Refused(var refusal, var detail) ->
          new Found.Missing(
              "the workspace was refused, " + refusal + ": " + detail,
              Hyperthesis.Why.ADVERSARY,
              refusal);
    };
  }
}
