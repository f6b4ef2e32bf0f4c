package dev.assay.cfverify.cli;

import static dev.assay.cfverify.cli.SubResults.claim;
import static dev.assay.cfverify.cli.SubResults.claiming;
import static dev.assay.cfverify.cli.SubResults.claims;
import static dev.assay.cfverify.cli.SubResults.lines;
import static dev.assay.cfverify.cli.SubResults.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.assay.cfverify.cli.CfVerify.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where reports are kept, and where they never are. */
final class PersistenceTest {

  private static final String SETTINGS = ".claude/context-firewall.local.md";

  @TempDir Path outer;
  private Path root;
  private CfVerify command;

  @BeforeEach
  void files() throws IOException {
    root = Files.createDirectory(outer.resolve("root"));
    command = new CfVerify(root).file("a.txt", "alpha\n");
  }

  private static String document(String taskId) {
    return claiming("alpha comes first", quoted(lines("a.txt", 1, 1), "alpha"))
        .put("task_id", taskId)
        .toString();
  }

  private List<String> filesUnder(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> outer.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void theReportIsKeptUnderItsTaskIdWithoutAnySettings() {
    Run run = command.verify(document("cf-20260124-abcdef"));

    assertThat(root.resolve(".claude/context-firewall/verify/cf-20260124-abcdef.json"))
        .hasContent(run.stdout());
    assertThat(run.stderr()).isEmpty();
  }

  @Test
  void persistDirMovesTheReport() throws IOException {
    command.file(SETTINGS, "---\nenabled: true\npersist:\n  dir: build/cf\n---\nbody\n");
    Run run = command.verify(document("t1"));

    assertThat(root.resolve("build/cf/verify/t1.json")).hasContent(run.stdout());
    assertThat(root.resolve(".claude/context-firewall")).doesNotExist();

    Path elsewhere = outer.resolve("elsewhere");
    command.file(SETTINGS, "---\r\npersist:\r\n  dir: \"" + elsewhere + "\"\r\n---\r\n");
    command.verify(document("t2"));
    assertThat(elsewhere.resolve("verify/t2.json")).exists();
  }

  @Test
  void disabledPersistenceKeepsNothingButStillHonoursOut() throws IOException {
    command.file(SETTINGS, "---\nenabled: false\npersist: {enabled: false}\n---\n");

    Run run = command.verify(document("t1"), "--out", "deep/er/report.json");

    assertThat(run.status()).isEqualTo("ok");
    assertThat(root.resolve("deep/er/report.json")).hasContent(run.stdout());
    assertThat(root.resolve(".claude/context-firewall")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "---\npersist: [\n---\n",
        "---\npersist:\n  enabled: no\n  dir: [a]\n---\n",
        "---\npersist: *anchor\n---\n",
        "---\npersist:\n  enabled: false\n",
        "persist:\n  enabled: false\n",
        "---\na: 1\na: 2\n---\n",
        "---\n{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{\n---\n",
        "---\npersist: &x {enabled: false}\nother: *x\n---\n",
        ""
      })
  void brokenSettingsFallBackToTheDefaultsWithAWarning(String settings) throws IOException {
    command.file(SETTINGS, settings);

    Run run = command.verify(document("t1"));

    assertThat(run.status()).isEqualTo("ok");
    assertThat(run.stderr()).contains("warning: settings");
    assertThat(root.resolve(".claude/context-firewall/verify/t1.json")).exists();
  }

  @Test
  void deeplyNestedSettingsDoNotOverflowAnything() throws IOException {
    command.file(SETTINGS, "---\na: " + "[".repeat(100_000) + "\n---\n");
    assertThat(command.verify(document("t1")).status()).isEqualTo("ok");

    command.file(SETTINGS, "---\n" + "- ".repeat(50_000) + "x\n---\n");
    assertThat(command.verify(document("t1")).status()).isEqualTo("ok");
  }

  @Test
  void ratesInTheSettingsReplaceTheConstants() throws IOException {
    command.file(
        SETTINGS, "---\nsample_rate:\n  low: 0.1\n  medium: 1\n  high: 7\n  other: x\n---\n");
    ArrayNode claims = claims();
    for (int i = 0; i < 50; i++) {
      claims.add(claim("alpha comes first", quoted(lines("a.txt", 1, 1), "alpha")));
    }
    String document = SubResults.of(claims).toString();

    assertThat(command.verify(document, "--risk", "low").counts()).isEqualTo("5/5/0");
    assertThat(command.verify(document, "--risk", "medium").counts()).isEqualTo("50/50/0");
    assertThat(command.verify(document, "--risk", "high").counts()).isEqualTo("15/15/0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../evil",
        "..",
        "../../../../../../tmp/assay-evil",
        "/tmp/assay-evil",
        "a/b",
        "a\\b",
        "nul\u0000",
        "line\nfeed",
        "\ud800"
      })
  void aHostileTaskIdNeverLeavesThePersistenceRoot(String taskId) throws IOException {
    Run run = command.verify(document(taskId));

    assertThat(run.report().path("task_id").asText()).isEqualTo(taskId);
    assertThat(run.exit()).isZero();
    assertThat(filesUnder(outer))
        .hasSize(2)
        .allMatch(name ->
            name.equals("root/a.txt") || name.startsWith("root/.claude/context-firewall/verify/"));
    assertThat(Path.of("/tmp/assay-evil.json")).doesNotExist();
  }

  @Test
  void differentHostileTaskIdsGetDifferentFiles() throws IOException {
    command.verify(document("a/b"));
    command.verify(document("a_b"));
    command.verify(document("a:b c"));
    command.verify(document("x".repeat(3_000)));
    command.verify(document("ü".repeat(150)));

    assertThat(filesUnder(root.resolve(".claude"))).hasSize(5);
    assertThat(root.resolve(".claude/context-firewall/verify/a:b c.json")).exists();
  }

  @Test
  void aVerifyDirectoryThatIsALinkToElsewhereIsRefused() throws IOException {
    Path elsewhere = Files.createDirectory(outer.resolve("elsewhere"));
    Files.createDirectories(root.resolve(".claude/context-firewall"));
    Files.createSymbolicLink(root.resolve(".claude/context-firewall/verify"), elsewhere);

    Run run = command.verify(document("t1"));

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.status()).isEqualTo("ok");
    assertThat(run.stderr()).contains("expected to write the report");
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void aReportThatIsALinkIsReplacedNotFollowed() throws IOException {
    Path victim = Files.writeString(outer.resolve("victim"), "untouched");
    Path verify = Files.createDirectories(root.resolve(".claude/context-firewall/verify"));
    Files.createSymbolicLink(verify.resolve("t1.json"), victim);

    Run run = command.verify(document("t1"));

    assertThat(victim).hasContent("untouched");
    assertThat(verify.resolve("t1.json")).isRegularFile().hasContent(run.stdout());
  }

  @Test
  void outIsReplacedWholeAndDevicesAreWrittenInto() throws IOException {
    Path out = Files.writeString(root.resolve("report.json"), "old ".repeat(1_000));

    Run run = command.verify(document("t1"), "--out", out.toString());
    assertThat(out).hasContent(run.stdout());

    assertThat(command.verify(document("t1"), "--out", "/dev/null").exit()).isZero();
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();

    assertThat(command.verify(document("t1"), "--out", ".").exit()).isEqualTo(3);
    assertThat(filesUnder(root)).noneMatch(name -> name.endsWith(".tmp"));
  }
}
