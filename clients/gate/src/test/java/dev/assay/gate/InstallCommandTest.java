package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate in the configurations of harnesses, beside what others have there. */
class InstallCommandTest {

  private final Gate gate;

  InstallCommandTest(@TempDir Path directory) throws IOException {
    gate = new Gate(directory);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"a\": [\n    1,\n    \"  x\"\n  ]\n}\n",
        "{\n  \"a\": [\n    1\n  ]\n}",
        "{\n    \"a\": [\n        1\n    ],\n    \"e\": {}\n}\n",
        "{\n\t\"a\": [\n\t\t1\n\t]\n}\n",
        "{\r\n  \"a\": [\r\n    1\r\n  ]\r\n}\r\n",
      })
  void aConfigurationIsByteForByteWhatItWasWhenTheGateIsOutAgain(String text) throws IOException {
    Path configuration = gate.repository.resolve(".claude/settings.json");
    Files.createDirectories(configuration.getParent());
    Files.writeString(configuration, text);

    assertThat(install("claude-code").exit()).isZero();
    assertThat(configuration).content().contains("Stop");
    assertThat(install("claude-code", "--remove").exit()).isZero();

    assertThat(Files.readString(configuration)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"hooks\":[]}", "{\"hooks\":\"x\"}", "{\"hooks\":{\"Stop\":{}}}"})
  void hooksOfAnotherShapeAreLeftAsTheyAre(String text) throws IOException {
    Path configuration = gate.repository.resolve(".claude/settings.json");
    Files.createDirectories(configuration.getParent());
    Files.writeString(configuration, text);

    Gate.Ran ran = install("claude-code");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("by hand [CONFIGURATION]");
    assertThat(Files.readString(configuration)).isEqualTo(text);
  }

  private Gate.Ran install(String harness, String... more) {
    String[] words = new String[more.length + 5];
    System.arraycopy(
        new String[] {"install", "--harness", harness, "--command", "assay"}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    return gate.hook("", words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claude-code|.claude/settings.json|{'hooks':{'Stop':[{'hooks':[{'type':'command','command':"
            + "'assay','args':['hook','Stop','--harness','claude-code'],'timeout':90}]}],"
            + "'PostToolUse':[{'matcher':'mcp__.*','hooks':[{'type':'command','command':'assay',"
            + "'args':['hook','PostToolUse','--harness','claude-code'],'timeout':10}]}]}}",
        "codex|.codex/hooks.json|{'hooks':{'Stop':[{'hooks':[{'type':'command','command':"
            + "'assay hook Stop --harness codex','timeout':90}]}],'PostToolUse':[{'matcher':"
            + "'mcp__.*','hooks':[{'type':'command','command':"
            + "'assay hook PostToolUse --harness codex','timeout':10}]}]}}",
        "gemini|.gemini/settings.json|{'hooks':{'AfterAgent':[{'hooks':[{'type':'command','name':"
            + "'assay','command':'assay hook AfterAgent --harness gemini','timeout':90000}]}],"
            + "'AfterTool':[{'matcher':'mcp_.*','hooks':[{'type':'command','name':'assay',"
            + "'command':'assay hook AfterTool --harness gemini','timeout':10000}]}]}}",
        "copilot|.github/hooks/assay.json|{'version':1,'hooks':{'agentStop':[{'type':'command',"
            + "'bash':'assay hook agentStop --harness copilot','timeoutSec':90}],'postToolUse':"
            + "[{'type':'command','bash':'assay hook postToolUse --harness copilot',"
            + "'timeoutSec':10}]}}",
        "cursor|.cursor/hooks.json|{'version':1,'hooks':{'stop':[{'command':"
            + "'assay hook stop --harness cursor','loop_limit':3}],'afterMCPExecution':"
            + "[{'command':'assay hook afterMCPExecution --harness cursor'}]}}",
      })
  void everyHarnessGetsItsOwnConfigurationOnceAndLosesItAgain(
      String harness, String file, String expected) throws IOException {
    Path configuration = gate.repository.resolve(file);

    Gate.Ran shown = install(harness, "--dry-run");
    assertThat(configuration).doesNotExist();
    Gate.Ran written = install(harness);
    String first = Files.readString(configuration);
    Gate.Ran again = install(harness);

    assertThat(shown.out()).startsWith("would change ").contains("+   \"hooks\": {");
    assertThat(written.exit()).isZero();
    assertThat(first.replaceAll("\\s*\n\\s*", "").replace(": ", ":").replace(", ", ","))
        .isEqualTo(expected.replace('\'', '"'));
    assertThat(again.out()).contains("nothing to do");
    assertThat(Files.readString(configuration)).isEqualTo(first);

    Gate.Ran removed = install(harness, "--remove");
    assertThat(removed.out()).contains("- ");
    assertThat(configuration).as("nobody else has anything there").doesNotExist();
    assertThat(install(harness, "--remove").out()).contains("nothing to do");
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, .claude/settings.json, Stop",
    "codex, .codex/hooks.json, Stop",
    "gemini, .gemini/settings.json, AfterAgent"
  })
  void whatOthersWroteStaysAsItIs(String harness, String file, String event) throws IOException {
    String others =
        """
        {
          "theme": "dark",
          "hooks": {
            "%s": [
              {
                "hooks": [
                  {
                    "type": "command",
                    "command": "./lint.sh hook assay"
                  }
                ]
              }
            ],
            "PreToolUse": []
          },
          "limit": 1.5
        }
        """
            .formatted(event);
    Path configuration = gate.write(file, others);

    install(harness);
    String with = Files.readString(configuration);
    install(harness, "--fail-closed");
    String closed = Files.readString(configuration);
    install(harness, "--remove");

    assertThat(with).contains("./lint.sh hook assay", "\"theme\": \"dark\"", "--harness");
    assertThat(closed.split("fail-closed", -1)).as("the claim alone, and once").hasSize(2);
    assertThat(Files.readString(configuration)).isEqualTo(others);
  }

  @Test
  void anEntryThatIsSharedLosesOursAlone() throws IOException {
    Path configuration =
        gate.write(
            ".claude/settings.json",
            """
            {"hooks":{"Stop":[{"hooks":[
              {"type":"command","command":"\\"/opt/my tools/assay\\" hook Stop --harness claude-code"},
              {"type":"command","command":"/usr/bin/assay","args":["hook","stop"]},
              {"type":"command","command":"say done"}]}]}}
            """);

    install("claude-code", "--remove");

    assertThat(Files.readString(configuration)).contains("say done").doesNotContain("assay");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"hooks\": // mine\n {}}", "[]", "{"})
  void aConfigurationThatIsNoPlainJsonIsLeftAsItIs(String text) throws IOException {
    Path configuration = gate.write(".claude/settings.json", text);

    Gate.Ran ran = install("claude-code");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("[CONFIGURATION]");
    assertThat(Files.readString(configuration)).isEqualTo(text);
  }

  @Test
  void theHarnessGivesTheHookTheTimeThatTheRepositoryAsksFor() throws IOException {
    gate.write(RepositoryFile.NAME, "waitSeconds: 120\n");

    assertThat(install("codex").out()).contains("\"timeout\": 150");
  }

  @Test
  void aHarnessWithoutAConfigurationIsAMistake() {
    Gate.Ran ran = install("generic");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("assay hook stop --harness generic");
  }
}
