package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.hook.Harness;
import dev.assay.schemas.message.ArtifactRole;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is gathered of a repository, and what is not. */
class EvidenceTest {

  private final Gate gate;
  private final Path outside;

  EvidenceTest(@TempDir Path directory) throws IOException {
    gate = new Gate(directory);
    outside = Files.writeString(directory.resolve("secret.xml"), "<secret/>");
  }

  private Evidence gather(String rules) throws Exception {
    return gather(rules, null);
  }

  private Evidence gather(String rules, @Nullable Path transcript) throws Exception {
    return Evidence.gather(
        Repository.open(gate.repository),
        RepositoryFile.parse(rules, RepositoryFile.SAMPLES),
        new SessionFiles(gate.home, "s"),
        transcript);
  }

  private static List<String> texts(Evidence evidence) {
    return evidence.items().stream()
        .map(item -> new String(item.content(), StandardCharsets.UTF_8))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "'**/target/r/*.xml', 2",
    "'target/r/*.xml', 1",
    "'core/target/r/a.xml', 1",
    "'*.xml', 0",
    "'**/*.json', 0",
  })
  void aPatternReachesWhatItNames(String glob, int found) throws Exception {
    gate.write("target/r/a.xml", "<a/>");
    gate.write("core/target/r/a.xml", "<b/>");
    gate.write("node_modules/x/target/r/a.xml", "<c/>");
    gate.write(".git/target/r/a.xml", "<d/>");

    assertThat(
            gather("artifacts: [{role: test-report, glob: '" + glob + "', optional: true}]")
                .items())
        .hasSize(found);
  }

  @Test
  void noLinkLeadsOutOfTheRepository() throws Exception {
    Files.createDirectories(gate.repository.resolve("reports"));
    Files.createSymbolicLink(gate.repository.resolve("reports/a.xml"), outside);
    Files.createSymbolicLink(gate.repository.resolve("elsewhere"), gate.repository.getParent());

    Evidence evidence =
        gather(
            """
            artifacts:
              - {role: test-report, glob: reports/*.xml}
              - {role: test-report, glob: elsewhere/*.xml}
            """);

    assertThat(evidence.items()).isEmpty();
    assertThat(evidence.missing("w").orElseThrow().findings()).hasSize(2);
  }

  @Test
  void manyReportsBecomeOneAndNoneHidesAnother() throws Exception {
    for (int i = 0; i < 50; i++) {
      gate.write(
          "r/TEST-" + i + ".xml",
          "<?xml version='1.0'?><!-- c --><testsuite tests='1'><testcase name='t"
              + i
              + "'><failure>a &lt; b</failure></testcase></testsuite>");
    }
    gate.write("r/TEST-open.xml", "<testsuite><!-- ");
    gate.write("r/TEST-two.xml", "<testsuite/><testsuite/>");
    gate.write("r/TEST-bomb.xml", "<!DOCTYPE a [<!ENTITY b 'x'>]><a>&b;</a>");

    List<String> texts = texts(gather("artifacts: [{role: test-report, glob: r/*.xml}]"));

    assertThat(texts)
        .contains("<testsuite><!-- ", "<testsuite/><testsuite/>")
        .hasSizeLessThanOrEqualTo(5);
    String joined = texts.getLast();
    assertThat(joined)
        .startsWith("<testsuites>\n")
        .endsWith("\n</testsuites>\n")
        .contains("<testcase name=\"t0\"><failure>a &lt; b</failure>")
        .doesNotContain("<!--", "<?xml", "<testsuite></testsuite><testsuite>");
    assertThat(joined.split("<testcase ", -1)).hasSize(51);
  }

  @Test
  void theWorkspaceIsWhatGitHasAndDoesNotIgnore() throws Exception {
    gate.git("init", "-q", "-b", "main");
    gate.write(".gitignore", "target/\n*.env\n");
    gate.write("src/Ünï.java", "class A {}");
    Path script = gate.write("build.sh", "#!/bin/sh\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    gate.write("deep/" + "d".repeat(120) + "/x", "long");
    gate.write("gone.txt", "gone");
    gate.git("add", "-A");
    gate.git("commit", "-q", "-m", "m");
    Files.delete(gate.repository.resolve("gone.txt"));
    gate.write("new.txt", "untracked");
    gate.write("target/big.bin", "ignored");
    gate.write("secret.env", "ignored");
    Files.createSymbolicLink(gate.repository.resolve("link"), Path.of("src"));
    Files.createSymbolicLink(gate.repository.resolve("out"), outside);
    Files.createSymbolicLink(gate.repository.resolve("up"), Path.of("../secret.xml"));

    byte[] first = gather("workspace: true").items().getFirst().content();
    Files.setLastModifiedTime(script, FileTime.fromMillis(0));
    byte[] second = gather("workspace: true").items().getFirst().content();

    assertThat(second).as("the same files, the same bytes").isEqualTo(first);
    assertThat(entries(first))
        .isEqualTo(
            Map.of(
                ".gitignore",
                "100644 target/\n*.env\n",
                "src/Ünï.java",
                "100644 class A {}",
                "build.sh",
                "100755 #!/bin/sh\n",
                "deep/" + "d".repeat(120) + "/x",
                "100644 long",
                "new.txt",
                "100644 untracked",
                "link",
                "-> src"));
  }

  @Test
  void aTrackedFileBelowALinkIsNotPacked() throws Exception {
    gate.git("init", "-q", "-b", "main");
    Path keys = Files.createDirectory(outside.resolveSibling("keys"));
    Files.writeString(keys.resolve("id_rsa"), "PRIVATE");
    Files.createDirectories(keys.resolve("deep"));
    Files.writeString(keys.resolve("deep/token"), "PRIVATE");
    gate.write("k/id_rsa", "mine");
    gate.write("d/deep/token", "mine");
    gate.write("a.txt", "a");
    gate.git("add", "-A");
    for (String each : List.of("k/id_rsa", "d/deep/token", "d/deep", "k", "d")) {
      Files.delete(gate.repository.resolve(each));
    }
    Files.createSymbolicLink(gate.repository.resolve("k"), keys);
    Files.createSymbolicLink(gate.repository.resolve("d"), keys);

    assertThat(entries(gather("workspace: true").items().getFirst().content()))
        .isEqualTo(Map.of("a.txt", "100644 a"));
    assertThat(
            entries(
                Workspace.archive(
                    gate.repository,
                    List.of("../secret.xml", "k/../../secret.xml", outside.toString(), ".", ""))))
        .isEmpty();
  }

  private static Map<String, String> entries(byte[] archive) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new GZIPInputStream(new ByteArrayInputStream(archive)),
            StandardCharsets.UTF_8.name())) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        entries.put(
            entry.getName(),
            entry.isSymbolicLink()
                ? "-> " + entry.getLinkName()
                : Integer.toOctalString(0100000 | entry.getMode())
                    + ' '
                    + new String(tar.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return entries;
  }

  @Test
  void withoutGitThereIsNoWorkspaceAndItSaysSo() {
    assertThatThrownBy(() -> gather("workspace: true"))
        .isInstanceOf(GateException.class)
        .hasMessageContaining("git init");
  }

  @ParameterizedTest
  @CsvSource({
    "session.jsonl, true",
    "session.json, true",
    "deep/er/session.jsonl, true",
    "passwd, false",
    ".jsonl, false",
    "../outside.jsonl, false",
    "link/outside.jsonl, false",
    "link.jsonl, false",
  })
  void onlyAFileThatReallyLiesWithTheHarnessesSessionsIsOne(String name, boolean taken)
      throws Exception {
    Path sessions = Files.createDirectories(gate.home.resolve("claude/projects"));
    Files.createDirectories(sessions.resolve("deep/er"));
    Files.writeString(gate.home.resolve("claude/outside.jsonl"), "{}");
    Files.createSymbolicLink(sessions.resolve("link"), gate.home.resolve("claude"));
    Files.createSymbolicLink(
        sessions.resolve("link.jsonl"), gate.home.resolve("claude/outside.jsonl"));
    if (!name.contains("link") && !name.contains("..")) {
      Files.writeString(sessions.resolve(name), "{}");
    }
    String named = sessions.resolve(name).toString();
    Map<String, String> there = Map.of("CLAUDE_CONFIG_DIR", gate.home + "/claude");

    assertThat(Transcripts.find(Harness.CLAUDE_CODE, named, there).isPresent()).isEqualTo(taken);
    assertThat(Transcripts.find(Harness.CODEX, named, there)).isEmpty();
    assertThat(Transcripts.find(Harness.CLAUDE_CODE, named, Map.of("HOME", "/nowhere"))).isEmpty();
  }

  @Test
  void aTranscriptThatIsAskedForAndNotThereIsMissed() throws Exception {
    Evidence evidence = gather("trace: transcript");

    assertThat(evidence.items()).isEmpty();
    assertThat(evidence.missing("w").orElseThrow().reason()).contains("EVIDENCE_INCOMPLETE");
  }

  @Test
  void aTranscriptThatIsTooLargeIsNoMatterOfPatterns() throws Exception {
    Path large = gate.write("s.jsonl", "x".repeat(GateLimits.TRANSCRIPT_BYTES_MAX + 1));

    assertThatThrownBy(() -> gather("trace: transcript", large))
        .hasMessageContaining("; let .assay.yaml say trace: calls")
        .hasMessageNotContaining("patterns");
  }

  @Test
  void aTranscriptGoesAsItIs() throws Exception {
    List<Evidence.Item> items = gather("trace: transcript", gate.write("s.jsonl", "{}")).items();

    assertThat(items).singleElement().matches(item -> item.role() == ArtifactRole.TOOL_TRACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".git/*",
        ".git/config",
        "**/config",
        ".GIT/*",
        "*/config",
        "sub/.git/*",
        "link/config",
        "**/.git",
        "{.git,x}/*",
        "[.]git/*",
        "./.git/*",
        "sub/../.git/config"
      })
  void noPatternReachesTheFilesOfGit(String glob) throws Exception {
    gate.git("init", "-q", "-b", "main");
    gate.write("sub/.git/config", "[remote]");
    gate.write("worktree/.git", "gitdir: elsewhere");
    Files.createSymbolicLink(gate.repository.resolve("link"), Path.of(".git"));

    assertThat(new FileFinder(gate.repository).find(glob)).isEmpty();
  }

  @Test
  void whatIsTooMuchIsRefusedWhole() throws Exception {
    for (int i = 0; i < 40; i++) {
      gate.write("logs/" + i + ".log", "log " + i);
    }

    assertThatThrownBy(() -> gather("artifacts: [{role: test-log, glob: logs/*.log}]"))
        .isInstanceOf(GateException.class)
        .hasMessageContaining("expected at most 32 artifacts, found 40");
  }
}
