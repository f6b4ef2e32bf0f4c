package dev.assay.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.AssayMainRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a shell offers. */
class CompletionCommandTest {

  @TempDir private Path directory;

  /**
   * What bash offers for the last of {@code words}, in a directory with the file {@code a b.xml}.
   */
  private List<String> offered(String... words) throws Exception {
    Files.writeString(directory.resolve("a b.xml"), "");
    Path script = directory.resolve("script.bash");
    Files.writeString(script, AssayMainRun.output("completion", "bash"));
    String program =
        "source '"
            + script
            + "'; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _assay; printf '%s\\n'"
            + " \"${COMPREPLY[@]}\"";
    java.util.ArrayList<String> command =
        new java.util.ArrayList<>(List.of("bash", "--norc", "-c", program, "bash"));
    command.addAll(List.of(words));
    Process bash =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said.lines().toList();
  }

  @Test
  void bashOffersCommandsThenTheirOptionsThenFiles() throws Exception {
    assertThat(offered("assay", "comp")).containsExactly("completion");
    assertThat(offered("assay", "")).contains("up", "quick", "hook", "ci", "explain", "--help");
    assertThat(offered("assay", "attestations", "ve")).containsExactly("verify");
    assertThat(offered("assay", "ci", "--ju")).containsExactly("--junit");
    assertThat(offered("assay", "hook", "install", "--dry")).containsExactly("--dry-run");
    assertThat(offered("assay", "submit", "--artifact", "a")).containsExactly("a b.xml");
    assertThat(offered("assay", "quick", "a")).containsExactly("a b.xml");
  }

  /** As the help shows options; bash takes the sign for a word of its own. */
  @Test
  void bashOffersTheValuesBehindASignOfEquality() throws Exception {
    assertThat(offered("assay", "up", "--auth", "=")).containsExactlyInAnyOrder("none", "token");
    assertThat(offered("assay", "up", "--auth", "=", "t")).containsExactly("token");
    assertThat(offered("assay", "up", "--auth", "=", "token", "--por")).containsExactly("--port");
  }

  @Test
  void bashOffersTheValuesOfAnOptionOrArgumentThatHasFew() throws Exception {
    assertThat(offered("assay", "hook", "install", "--harness", "c"))
        .containsExactly("claude-code", "codex", "copilot", "cursor");
    assertThat(offered("assay", "hook", "Stop", "--harness", "g"))
        .containsExactly("gemini", "generic");
    assertThat(offered("assay", "submit", "--risk", "")).containsExactly("low", "medium", "high");
    assertThat(offered("assay", "up", "--auth", "")).containsExactly("token", "none");
    assertThat(offered("assay", "explain", "--as", "o")).containsExactly("operator");
    assertThat(offered("assay", "completion", "z")).containsExactly("zsh");
    assertThat(offered("assay", "work-items", "list", "--status", "wait"))
        .containsExactly("waiting-for-human");
    assertThat(offered("assay", "work-items", "--status", "pro")).containsExactly("promoted");
    assertThat(offered("assay", "work-items", "lower", "--risk", ""))
        .containsExactly("low", "medium");
    assertThat(offered("assay", "dead-letters", "list", "--code", "DELIV"))
        .containsExactly("DELIVERY_EXHAUSTED");
    assertThat(offered("assay", "tokens", "create", "--role", "a"))
        .containsExactly("approve", "audit");
    assertThat(offered("assay", "attestations", "export", "--format", "s"))
        .containsExactly("statement", "svr", "sigstore-bundle");
    assertThat(offered("assay", "attestations", "list", "--result", "F"))
        .containsExactly("FAIL", "FLAKY");
    assertThat(offered("assay", "attestations", "list", "--hyperthesis", "MISSING"))
        .containsExactly("MISSING_DATA", "MISSING_TOOL");
    assertThat(offered("assay", "promotions", "--basis", "")).hasSize(4).contains("CLAIMED");
    assertThat(offered("assay", "attestations", "disclose", "--of", ""))
        .containsExactly("report", "claim");
  }

  @Test
  void bashOffersTheOptionsThatTheHelpOfACommandWithItsOwnGrammarTells() throws Exception {
    assertThat(offered("assay", "quick", "--po")).containsExactly("--postgres-url");
    assertThat(offered("assay", "quick", "--profile", "e")).containsExactly("envelopes");
    assertThat(offered("assay", "quick", "--input", "a")).containsExactly("a b.xml");
    assertThat(offered("assay", "quick", "--no-human-report", "--he")).containsExactly("--help");
    assertThat(offered("assay", "check", "--consistency", ""))
        .containsExactly("strong", "eventual");
    assertThat(offered("assay", "enforce", "--")).contains("--registry", "--owner", "--state-dir");
    assertThat(offered("assay", "enforce", "--accept-drift", "--rev"))
        .containsExactly("--review-by");
    assertThat(offered("assay", "delegate", "--at")).containsExactly("--attempt-timeout");
    assertThat(offered("assay", "cf-verify", "--risk", "m")).containsExactly("medium");
    assertThat(offered("assay", "verify", "--iso")).containsExactly("--isolation");
    assertThat(offered("assay", "verify", "--isolation", "b")).containsExactly("bwrap");
    assertThat(offered("assay", "runs", "--")).contains("--all", "--json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void everyShellKnowsEveryCommand(String shell) {
    String script = AssayMainRun.output("completion", shell);

    assertThat(script)
        .contains("'assay dead-letters replay'", "'assay hook install'", "work-items", "cf-verify");
    assertThat(script).contains(shell.equals("fish") ? "-l work-item" : "--work-item");
    assertThat(script.lines())
        .as("no quotes left open")
        .allMatch(
            line -> line.startsWith("#") || line.chars().filter(c -> c == '\'').count() % 2 == 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zsh", "fish"})
  void aMeaningKeepsItsApostrophes(String shell) {
    assertThat(AssayMainRun.output("completion", shell))
        .contains("the agent’s claim")
        .doesNotContain("the agent s claim");
  }

  @Test
  void fishNamesNoFilesWhereACommandIsWanted() {
    assertThat(AssayMainRun.output("completion", "fish").lines())
        .contains("complete -c assay -n \"__assay_at assay attestations\" -f")
        .doesNotContain("complete -c assay -n \"__assay_at assay quick\" -f");
  }

  @ParameterizedTest
  @CsvSource({"tcsh", "''"})
  void anotherShellIsRefused(String shell) {
    assertThat(AssayMainRun.exit("completion", shell)).isEqualTo(3);
  }
}
