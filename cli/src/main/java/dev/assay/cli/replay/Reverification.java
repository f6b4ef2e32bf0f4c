package dev.assay.cli.replay;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.cli.CommandException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.catalog.VerifierCatalog;
import dev.assay.worker.Rerun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs deterministic verifiers again over the stored artifacts: those whose report depends on
 * nothing but the artifacts, the request and the verifier's version.
 */
final class Reverification implements AutoCloseable {

  private final Map<String, Verifier> verifiers;
  private final Path scratch;
  private final ArtifactStore overlay;
  private final Rerun rerun;
  private final Map<String, Long> skipped = new TreeMap<>();
  private long runs;
  private long identical;

  private Reverification(ArtifactStore artifacts, Path scratch) throws IOException {
    this.verifiers =
        VerifierCatalog.builtIn()
            .verifiers(Map.of(), new VerifierProvider.Host(scratch, scratch, Map.of()))
            .stream()
            .filter(verifier -> verifier.info().reproducible())
            .collect(Collectors.toMap(verifier -> verifier.info().type(), verifier -> verifier));
    this.scratch = scratch;
    this.overlay =
        new OverlayStore(artifacts, DirectoryArtifactStore.open(scratch.resolve("artifacts")));
    this.rerun = new Rerun(overlay, scratch.resolve("runs"));
  }

  /** Reruns over {@code artifacts}, to which nothing is written. */
  static Reverification open(@Nullable ArtifactStore artifacts) throws IOException {
    if (artifacts == null) {
      throw new CommandException(
          "ARTIFACTS_UNREACHABLE",
          "expected an object store to run verifiers on, found none; leave out --reverify, or name"
              + " the store with --config, or replay an export that has artifacts");
    }
    return new Reverification(artifacts, Files.createTempDirectory("assay-replay-"));
  }

  /** What is run again, as people read it. */
  static List<String> reproducible() {
    return VerifierCatalog.builtIn().providers().stream()
        .map(VerifierProvider::info)
        .filter(VerifierInfo::reproducible)
        .map(info ->
            info.basis() == EvidenceBasis.OBSERVED
                ? info.type() + " (when the execution names no ground truth)"
                : info.type())
        .toList();
  }

  /**
   * Runs the verification of {@code message} again when that can be compared.
   *
   * @return the digest of the other report that came out, or null
   */
  @Nullable String differing(VerificationRequest request, ReportMessage message)
      throws IOException, InterruptedException {
    Verifier verifier = verifiers.get(request.verifierType());
    String reason = skip(verifier, request, message);
    if (verifier == null || reason != null) {
      skipped.merge(request.verifierType() + ": " + reason, 1L, Long::sum);
      return null;
    }
    runs++;
    String digest =
        Digests.sha256Hex(
            Json.canonical(rerun.of(verifier, request, ReplayLimits.RERUN_MILLIS_MAX)));
    if (digest.equals(message.reportDigest())) {
      identical++;
      return null;
    }
    return digest;
  }

  private static @Nullable String skip(
      @Nullable Verifier verifier, VerificationRequest request, ReportMessage message) {
    if (verifier == null) {
      return "is not among those that are run again";
    }
    if (request.groundTruth() != null) {
      return "reads a ground truth, which may have changed since";
    }
    if (!verifier.info().version().equals(message.report().verifierVersion())) {
      return "was version "
          + SafeText.text(message.report().verifierVersion())
          + ", is "
          + verifier.info().version();
    }
    return Rerun.aboutTheRun(message.report())
        ? "says something about the run, not about the artifact"
        : null;
  }

  long runs() {
    return runs;
  }

  long identical() {
    return identical;
  }

  /** Reports that were not compared, by verifier and reason. */
  Map<String, Long> skipped() {
    return skipped;
  }

  @Override
  public void close() throws IOException {
    overlay.close();
    verifiers.values().forEach(Verifier::close);
    try (Stream<Path> tree = Files.walk(scratch)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
