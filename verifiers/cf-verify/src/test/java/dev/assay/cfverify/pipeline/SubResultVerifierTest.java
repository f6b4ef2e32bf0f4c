package dev.assay.cfverify.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.ScratchTree;
import dev.assay.verifier.testkit.MemoryScope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verifier type {@code subresult} as the worker runs it. */
final class SubResultVerifierTest {

  private static final String CLAIM =
      """
      {"claim":"the port is 8080","confidence":0.9,"evidence":[{"source":"s","locator":
       {"type":"line_range","path":"PATH","start":1,"end":1},"quote":"port=8080"}]}
      """;

  @TempDir Path dir;
  private MemoryScope scope;
  private SubResultVerifier verifier;

  @BeforeEach
  void fresh() throws IOException {
    scope = new MemoryScope(Files.createDirectories(dir.resolve("scratch")));
    verifier = new SubResultVerifier(SubResultConfig.NONE);
  }

  private static String document(String... paths) {
    List<String> claims = new ArrayList<>();
    for (String path : paths) {
      claims.add(CLAIM.replace("PATH", path));
    }
    return "{\"version\":\"SubResult.v1\",\"task_id\":\"tä\",\"status\":\"ok\",\"answers\":[{"
        + "\"question\":\"q\",\"summary\":\"\",\"claims\":["
        + String.join(",", claims)
        + "]}],\"coverage\":{\"inputs_scanned\":[]}}";
  }

  private ArtifactRef subResult(String... paths) {
    return scope.add(ArtifactRole.SUB_RESULT, document(paths).getBytes(StandardCharsets.UTF_8));
  }

  private ArtifactRef workspace(Map<String, String> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return scope.add(ArtifactRole.WORKSPACE, bytes.toByteArray());
  }

  private Finding verify(@Nullable String root, @Nullable String lens, ArtifactRef... artifacts)
      throws IOException, InterruptedException {
    String id = Digests.sha256Hex("id");
    VerificationRequest request =
        new VerificationRequest(
            id,
            "w1",
            id,
            id,
            1,
            "subresult",
            "{}",
            List.of(artifacts),
            null,
            root,
            Risk.MEDIUM,
            lens,
            60_000,
            null);
    Finding finding = verifier.verify(request, scope);
    assertThat(
            finding.report(
                "subresult", verifier.info().version(), new ReportTarget("w1", null, List.of())))
        .as("the finding fits a report")
        .isNotNull();
    return finding;
  }

  @Test
  void aClaimThatHoldsInTheAttachedWorkspacePasses() throws Exception {
    Finding finding =
        verify(null, null, subResult("app.conf"), workspace(Map.of("app.conf", "port=8080\n")));

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.confidence()).isBetween(0.5, 0.95);
    assertThat(finding.basisOf(verifier.info())).isEqualTo(EvidenceBasis.CLAIMED);
    String details = finding.details();
    assertThat(details).isNotNull();
    if (details != null) {
      assertThat(new ObjectMapper().readTree(scope.bytes(details)).path("version").asText())
          .isEqualTo("VerifyReport.v1");
    }
  }

  @Test
  void aClaimThatDoesNotHoldFailsWithASignatureAndNoSnippet() throws Exception {
    Finding finding =
        verify(null, null, subResult("app.conf"), workspace(Map.of("app.conf", "port=9090\n")));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures())
        .singleElement()
        .satisfies(s -> assertThat(s.text()).matches("claim [0-9a-f]{12} does not hold"));

    scopeAgain();
    Finding moved =
        verify(
            null, null, subResult("b.conf"), workspace(Map.of("a", "x", "b.conf", "port=9091\n")));
    assertThat(moved.failureSignatures()).isEqualTo(finding.failureSignatures());
  }

  @Test
  void theFailedClaimIsCitedAtItsBytes() throws Exception {
    String[] paths = {"b", "lie", "a", "a", "a", "a", "a"};
    for (String mark : new String[] {"", "\ufeff"}) {
      byte[] document = (mark + document(paths)).getBytes(StandardCharsets.UTF_8);
      ArtifactRef artifact = scope.add(ArtifactRole.SUB_RESULT, document);

      Finding finding =
          verify(null, null, artifact, workspace(Map.of("b", "port=8080\n", "lie", "port=9090\n")));

      assertThat(finding.pointers())
          .singleElement()
          .satisfies(pointer -> {
            assertThat(pointer.artifact()).isEqualTo(artifact.sha256());
            assertThat(
                    new String(
                        document,
                        (int) pointer.offset(),
                        (int) pointer.length(),
                        StandardCharsets.UTF_8))
                .isEqualTo(CLAIM.replace("PATH", "lie").strip());
          });
      scopeAgain();
    }
  }

  @Test
  void theSameInputGivesTheSameFindingAndDocument() throws Exception {
    ArtifactRef[] artifacts = {subResult("a.conf"), workspace(Map.of("a.conf", "port=9090\n"))};
    Finding first = verify(null, null, artifacts);
    scopeAgain();

    assertThat(verify(null, null, artifacts)).isEqualTo(first);
  }

  private void scopeAgain() throws IOException {
    ScratchTree.delete(dir.resolve("scratch"));
    Files.createDirectories(dir.resolve("scratch"));
  }

  @Test
  void evidenceOutsideTheWorkspaceIsNeverRead() throws Exception {
    Path secret = Files.writeString(dir.resolve("secret"), "port=8080\n");

    Finding absolute =
        verify(null, null, subResult(secret.toString()), workspace(Map.of("a", "x")));
    scopeAgain();
    Finding climbing = verify(null, null, subResult("../../secret"), workspace(Map.of("a", "x")));

    assertThat(absolute.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(climbing.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(climbing.hyperthesis()).isNotEmpty();
  }

  @Test
  void withoutEvidenceNothingPasses() throws Exception {
    assertThat(verify(null, null, subResult("a")).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(verify(null, null, subResult()).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(verify(null, null, subResult(), workspace(Map.of("a", "x"))).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aHostileWorkspaceIsInconclusiveAndDisclosed() throws Exception {
    Finding finding =
        verify(null, null, subResult("a"), workspace(Map.of("../../evil", "port=8080\n")));

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.summary()).contains("UNSAFE_NAME");
    assertThat(dir.resolve("evil")).doesNotExist();
  }

  @Test
  void aRootIsNamedByTheRequestAndPlacedByTheWorker() throws Exception {
    Path root = Files.createDirectory(dir.resolve("repo"));
    Files.writeString(root.resolve("app.conf"), "port=8080\n");
    verifier =
        new SubResultVerifier(
            new SubResultConfig(Map.of("repo", root.toString()), List.of(), null));

    Finding finding = verify("repo", null, subResult("app.conf"));

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.basisOf(verifier.info())).isEqualTo(EvidenceBasis.OBSERVED);
    assertThatThrownBy(() -> verify(root.toString(), null, subResult("app.conf")))
        .isInstanceOf(NotAllowedHereException.class);
  }

  @Test
  void anArtifactThatIsNoSubResultFails() throws Exception {
    ArtifactRef artifact =
        scope.add(ArtifactRole.SUB_RESULT, "{bad".getBytes(StandardCharsets.UTF_8));

    Finding finding = verify(null, null, artifact);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).contains("SubResult.v1");
    assertThat(finding.details()).isNotNull();
  }

  @Test
  void aSampleIsDisclosedAndALensReadsEveryClaim() throws Exception {
    String[] paths = {"a", "a", "a", "a", "a", "a", "a", "a", "a", "lie"};
    Map<String, String> files = Map.of("a", "port=8080\n", "lie", "port=9090\n");

    Finding plain = verify(null, null, subResult(paths), workspace(files));
    scopeAgain();
    Finding nested = verify(null, "extra-instrumentation", subResult(paths), workspace(files));

    assertThat(plain.result()).isEqualTo(Result.PASS);
    assertThat(plain.summary()).contains("2 of 10");
    assertThat(plain.hyperthesis()).anyMatch(h -> h.blindSpot().contains("8 claims"));
    assertThat(nested.result()).isEqualTo(Result.FAIL);
    assertThat(nested.summary()).contains("10 of 10");
  }

  @Test
  void settingsInTheWorkspaceHaveNoSay() throws Exception {
    String settings = "---\nsample_rate: {medium: 0}\npersist: {dir: /tmp/assay-evil}\n---\n";
    String[] paths = {"a", "lie", "a", "a", "a", "a", "a"};

    Finding finding =
        verify(
            null,
            null,
            subResult(paths),
            workspace(
                Map.of(
                    ".claude/context-firewall.local.md",
                    settings,
                    "a",
                    "port=8080\n",
                    "lie",
                    "port=1\n")));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(Path.of("/tmp/assay-evil")).doesNotExist();
  }

  @Test
  void anInterruptedRunStopsInsteadOfJudging() throws Exception {
    ArtifactRef document = subResult("a");
    ArtifactRef files = workspace(Map.of("a", "port=8080\n"));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> verify(null, null, document, files))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void configurationIsStrict() {
    for (String json :
        new String[] {
          "{\"root\":{}}",
          "{\"roots\":{\"a\":\"relative\"}}",
          "{\"allowHosts\":[\"a b\"]}",
          "{\"searchUrl\":\"ftp://x\"}",
          "[]"
        }) {
      assertThat(Json.parse(json.getBytes(StandardCharsets.UTF_8), SubResultConfig.class))
          .as(json)
          .isInstanceOf(Parsed.Rejected.class);
    }
  }
}
