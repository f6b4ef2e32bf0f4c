package dev.assay.subresult.pipeline;

import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.subresult.evidence.EvidenceFiles;
import dev.assay.verifier.VerificationScope;
import dev.assay.workspace.Extraction;
import dev.assay.workspace.WorkspaceArchive;
import dev.assay.workspace.WorkspaceLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a run's evidence is: the attached workspace, unpacked into the run's scratch directory, or
 * the configured root that the request names. Reads never leave it.
 */
final class EvidenceRoot {

  /** The evidence, or why there is none. */
  sealed interface Found {

    /** Evidence below one directory. */
    record Ready(EvidenceFiles files) implements Found {}

    /** No evidence to read; {@code problem} is for the summary. */
    record Missing(String problem, Hyperthesis.Why why) implements Found {}
  }

  private EvidenceRoot() {}

  static Found of(VerificationRequest request, VerificationScope scope, Map<String, String> roots)
      throws IOException {
    for (ArtifactRef artifact : request.artifacts()) {
      if (artifact.role() == ArtifactRole.WORKSPACE) {
        return unpacked(artifact, scope);
      }
    }
    String name = request.groundTruth();
    if (name == null) {
      return new Found.Missing(
          "no workspace is attached and no evidence root is named", Hyperthesis.Why.MISSING_DATA);
    }
    String root = roots.get(name);
    if (root == null) {
      return new Found.Missing(
          "the named evidence root is not configured on this worker", Hyperthesis.Why.MISSING_TOOL);
    }
    return new Found.Ready(EvidenceFiles.jailed(Path.of(root)));
  }

  private static Found unpacked(ArtifactRef artifact, VerificationScope scope) throws IOException {
    Path scratch = scope.scratch();
    Path archive = scratch.resolve("workspace.archive");
    try (InputStream bytes = scope.open(artifact)) {
      Files.copy(bytes, archive);
    }
    Extraction extraction =
        WorkspaceArchive.extract(archive, scratch.resolve("workspace"), WorkspaceLimits.DEFAULT);
    Files.delete(archive);
    return switch (extraction) {
      case Extraction.Extracted extracted ->
          new Found.Ready(EvidenceFiles.jailed(extracted.root()));
      case Extraction.Refused(var refusal, var detail) ->
          new Found.Missing(
              "the workspace was refused, " + refusal + ": " + detail, Hyperthesis.Why.ADVERSARY);
    };
  }
}
