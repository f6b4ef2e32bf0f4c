package dev.assay.agencyverify.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.process.IsolationRequest;
import dev.assay.process.ProcessRunner;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.testkit.MemoryScope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WorkspaceScriptTest {

  private static final String ID = Digests.sha256Hex("id");

  @TempDir Path root;
  private MemoryScope scope;
  private ScriptGrants grants =
      new ScriptGrants(
          List.of("sh check.sh", "echo first", "echo second", "true"), List.of(), true);

  @BeforeEach
  void createScope() throws IOException {
    scope =
        new MemoryScope(Files.createDirectory(root.resolve("scratch")))
            .until(Deadline.in(Duration.ofSeconds(40)));
  }

  private static byte[] zip(Map<String, String> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private Finding verify(byte[] archive, String config, @Nullable String claimed)
      throws IOException, InterruptedException {
    ArtifactRef artifact =
        new ArtifactRef(
            ArtifactRole.WORKSPACE,
            scope.store("application/zip", archive),
            archive.length,
            "application/zip",
            new Producer(claimed, null, Map.of()));
    VerificationRequest request =
        new VerificationRequest(
            ID,
            "work-1",
            ID,
            ID,
            1,
            ScriptVerifier.TYPE,
            config,
            List.of(artifact),
            null,
            null,
            Risk.MEDIUM,
            null,
            60_000,
            null);
    return new ScriptVerifier(
            Optional.empty(), grants, new ProcessRunner(2), InstantSource.system(), "/usr/bin:/bin")
        .verify(request, scope);
  }

  private String log(Finding finding) {
    return scope.text(finding.pointers().getFirst().artifact());
  }

  @Test
  void anAllowedCommandRunsInTheWorkspace() throws Exception {
    byte[] archive =
        zip(Map.of("check.sh", "cat data.txt; exit 0", "data.txt", "from the archive\n"));

    Finding finding =
        verify(archive, "{\"isolation\":\"none\",\"commands\":[\"sh check.sh\"]}", null);

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(log(finding)).endsWith("\nfrom the archive\n");
  }

  @Test
  void whatTheAgentSaysItRanOnlyChoosesAmongTheAllowed() throws Exception {
    String config = "{\"isolation\":\"none\",\"commands\":[\"echo first\",\"echo second\"]}";
    byte[] archive = zip(Map.of("a", "b"));

    assertThat(log(verify(archive, config, "echo second"))).endsWith("\nsecond\n");
    createFreshScope();
    assertThat(log(verify(archive, config, "echo own idea"))).endsWith("\nfirst\n");
  }

  private void createFreshScope() throws IOException {
    scope =
        new MemoryScope(Files.createDirectory(root.resolve("again")))
            .until(Deadline.in(Duration.ofSeconds(40)));
  }

  @Test
  void withoutAnAllowedCommandNothingRuns() throws Exception {
    Finding finding = verify(zip(Map.of("a", "b")), "{\"isolation\":\"none\"}", "echo x");

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.pointers()).isEmpty();
  }

  @Test
  void aWorkspaceIsIsolatedUnlessThePolicySaysOtherwise() throws Exception {
    Path outside = Files.writeString(root.resolve("outside"), "not for the workspace");

    String command = "cat %s 2>/dev/null || ls".formatted(outside);
    grants = new ScriptGrants(List.of(command), List.of(), true);

    Finding finding =
        verify(zip(Map.of("a", "b")), "{\"commands\":[\"%s\"]}".formatted(command), null);

    boolean none =
        IsolationRequest.AUTO.ask()
                instanceof IsolationRequest.Answer.Granted(var isolation, String _)
            && isolation == dev.assay.process.IsolationRequest.Isolation.NONE;
    assertThat(finding.result()).isEqualTo(none ? Result.INCONCLUSIVE : Result.PASS);
    if (!none) {
      assertThat(log(finding)).endsWith("\na\n").doesNotContain("not for the workspace");
    }
  }

  @Test
  void aCommandThatTheWorkersOwnerDoesNotGrantIsNotRunWhoeverAsks() throws Exception {
    Path mark = root.resolve("mark");
    byte[] archive = zip(Map.of("a", "b"));
    for (String text : List.of("touch " + mark, "true; touch " + mark, "TRUE", " true", "id")) {
      String config = "{\"isolation\":\"none\",\"commands\":[\"%s\"]}".formatted(text);

      assertThatThrownBy(() -> verify(archive, config, text))
          .isInstanceOf(NotAllowedHereException.class)
          .hasMessageContaining("worker.verifiers.script.commands");
    }
    assertThat(mark).doesNotExist();
  }

  @Test
  void aGrantedCommandStaysIsolatedUnlessTheOwnerOrAssayItselfSaysOtherwise() throws Exception {
    byte[] archive = zip(Map.of("a", "b"));
    String config = "{\"isolation\":\"none\",\"commands\":[\"true\"]}";

    grants = new ScriptGrants(List.of("true"), List.of(), false);
    assertThatThrownBy(() -> verify(archive, config, null))
        .isInstanceOf(NotAllowedHereException.class)
        .hasMessageContaining("worker.verifiers.script.unisolated");

    grants = new ScriptGrants(List.of(), List.of("true"), false);
    assertThat(verify(archive, config, null).result()).isEqualTo(Result.PASS);
  }

  @Test
  void anArchiveThatClimbsOutIsRefused() throws Exception {
    Finding finding =
        verify(
            zip(Map.of("../../escaped", "x")),
            "{\"isolation\":\"none\",\"commands\":[\"true\"]}",
            null);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.summary()).contains("UNSAFE_NAME");
    assertThat(root.resolve("escaped")).doesNotExist();
  }

  @Test
  void aVerifyJsonThatTheArchiveBroughtAlongCountsForNothing() throws Exception {
    byte[] archive =
        zip(Map.of(".agency/out/verify.json", "{\"schema_version\":\"1.0\",\"ok\":false}"));

    assertThat(verify(archive, "{\"isolation\":\"none\",\"commands\":[\"true\"]}", null).result())
        .isEqualTo(Result.PASS);
  }
}
