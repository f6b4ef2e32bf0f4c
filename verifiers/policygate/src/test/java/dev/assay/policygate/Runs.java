package dev.assay.policygate;

import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.Target;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds a request of small artifacts and runs the gate over it as the worker would. */
final class Runs {

  private static final String DIGEST = "0".repeat(64);

  private final MemoryScope scope;
  private final List<ArtifactRef> artifacts = new ArrayList<>();
  private String config = "{}";
  private @Nullable Target target;

  Runs(Path scratch) {
    this.scope = new MemoryScope(scratch);
  }

  Runs with(ArtifactRole role, String text) {
    return with(role, text.getBytes(StandardCharsets.UTF_8));
  }

  Runs with(ArtifactRole role, byte[] bytes) {
    String sha256 = Digests.sha256Hex(bytes);
    scope.add(sha256, bytes);
    artifacts.add(new ArtifactRef(role, sha256, bytes.length, "application/octet-stream", null));
    return this;
  }

  Runs config(String json) {
    config = json;
    return this;
  }

  Runs files(String... files) {
    target = new Target(null, null, List.of(files));
    return this;
  }

  MemoryScope scope() {
    return scope;
  }

  Finding judge() {
    try {
      Finding finding = new PolicyGateVerifier().verify(request(), scope);
      var _ =
          finding.report(
              PolicyGateVerifier.TYPE, "1", new ReportTarget("demo/item", null, List.of()));
      return finding;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("expected a finding, found an interruption", e);
    }
  }

  /** The texts of the finding's signatures. */
  List<String> broken() {
    return judge().failureSignatures().stream().map(s -> s.text()).toList();
  }

  String details() {
    byte[] document = Objects.requireNonNull(scope.stored.get(judge().details()));
    return new String(document, StandardCharsets.UTF_8);
  }

  VerificationRequest request() {
    return new VerificationRequest(
        DIGEST,
        "demo/item",
        DIGEST,
        DIGEST,
        1,
        PolicyGateVerifier.TYPE,
        config,
        artifacts,
        target,
        null,
        Risk.LOW,
        null,
        60_000,
        null);
  }

  /** Everything that leaves the verifier, as one text. */
  String everything() {
    Finding finding = judge();
    return new String(Json.canonical(finding), StandardCharsets.UTF_8) + details();
  }
}
