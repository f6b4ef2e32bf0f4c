package dev.assay.screenshot;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Runs the verifier over images as the worker would. */
final class Runs {

  private static final String DIGEST = "0".repeat(64);

  final MemoryScope scope = new MemoryScope(Path.of("unused"));
  private final List<ArtifactRef> artifacts = new ArrayList<>();
  private String config = "{}";

  static Runs of(byte[] baseline, byte[] candidate) {
    return new Runs()
        .with(ArtifactRole.SCREENSHOT, candidate)
        .with(ArtifactRole.SCREENSHOT_BASELINE, baseline);
  }

  Runs with(ArtifactRole role, byte[] bytes) {
    String sha256 = Digests.sha256Hex(bytes);
    scope.add(sha256, bytes);
    artifacts.add(new ArtifactRef(role, sha256, bytes.length, "image/png", null));
    return this;
  }

  Runs config(String json) {
    config = json;
    return this;
  }

  VerificationRequest request() {
    return new VerificationRequest(
        DIGEST,
        "demo/item",
        DIGEST,
        DIGEST,
        1,
        ScreenshotVerifier.TYPE,
        config,
        artifacts,
        null,
        null,
        Risk.LOW,
        null,
        60_000,
        null);
  }

  Finding judge() {
    try {
      Finding finding = new ScreenshotVerifier().verify(request(), scope);
      var _ =
          finding.report(
              ScreenshotVerifier.TYPE, "1", new ReportTarget("demo/item", null, List.of()));
      return finding;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("expected a finding, found an interruption", e);
    }
  }

  String details() {
    return new String(stored(Objects.requireNonNull(judge().details())), StandardCharsets.UTF_8);
  }

  byte[] stored(String sha256) {
    return Objects.requireNonNull(scope.stored.get(sha256));
  }

  /** The text of the details that a pointer cites. */
  String cited(Pointer pointer) {
    byte[] bytes = stored(pointer.artifact());
    return new String(
        Arrays.copyOfRange(
            bytes, (int) pointer.offset(), (int) (pointer.offset() + pointer.length())),
        StandardCharsets.UTF_8);
  }
}
