package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.assay.schemas.hook.Harness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate in the configurations of harnesses, beside what others have there. */
class InstallCommandTest {

  private final Gate gate;

  InstallCommandTest(@TempDir Path directory) throws IOException {
    gate = new Gate(directory);
  }

  private static final List<String> CONFIGURATIONS =
      List.of(
          "{\n  \"a\": [\n    1,\n    \"  x\"\n  ]\n}\n",
          "{\n  \"a\": [\n    1\n  ]\n}",
          "{\n    \"a\": [\n        1\n    ],\n    \"e\": {}\n}\n",
          "{\n\t\"a\": [\n\t\t1\n\t]\n}\n",
          "{\r\n  \"a\": [\r\n    1\r\n  ]\r\n}\r\n",
          "{\"a\":[1,2],\"b\":{\"c\":1}}",
          "{ \"a\" : [1, 2] , \"b\":1.50e3 }\n\n",
          "{\n\"z\":1,\n\n\n   \"a\" :2\n   }\n",
          "\uFEFF{\"a\": \"\\u00e4 \ud83d\ude00 \uFEFF\"}\r\n",
          "",
          "\n",
          "{}",
          "{}\n",
          "{ }",
          "{\n}\n",
          "{ // nothing, yet\n}\n",
          "{\n  // why, and since when\n  \"a\": 1, /* b, */\n  \"c\": [1, // one\n  ], // last, really  \n}\n// end",
          "/* head */ {\"a\":1 /* x */ , /* y */}",
          "{\"version\":1}",
          "{\n  \"version\": 1\n}\n",
          "{\"hooks\":{}}",
          "{\n  \"hooks\": {\n  },\n  \"version\": 1\n}\n",
          "{\"hooks\": { /* none */ }, \"a\": 1}",
          "{\"hooks\": {\"EVENT\": []}}",
          "{\n  \"hooks\": {\"EVENT\": [ ], \"Other\": [1]}\n}",
          "{\n  \"hooks\": {\n    \"EVENT\": [\n      {\"hooks\": [{\"command\": \"x\"}]} // mine\n    ]\n  }\n}\n",
          "{\n  \"hooks\": {\n    \"EVENT\": [{\"command\": \"x\"}, {\"command\": \"y\"},\n    ],\n  }\n}\n");

  static Stream<Arguments> configurations() {
    return Stream.of(Harness.values())
        .flatMap(harness ->
            HarnessHooks.of(harness).stream()
                .flatMap(
                    hooks -> CONFIGURATIONS.stream().map(text -> arguments(harness, hooks, text))));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void aConfigurationIsByteForByteWhatItWasWhenTheGateIsOutAgain(
      Harness harness, HarnessHooks hooks, String pattern) throws IOException {
    for (String event : hooks.events()) {
      String text = pattern.replace("EVENT", event);
      Path configuration = gate.write(hooks.file(), text);

      assertThat(install(harness.wire()).exit()).isZero();
      String installed = Files.readString(configuration);
      assertThat(install(harness.wire()).out()).contains("nothing to do");
      assertThat(Files.readString(configuration)).isEqualTo(installed);
      assertThat(install(harness.wire(), "--fail-closed").exit()).isZero();
      assertThat(install(harness.wire(), "--remove").exit()).isZero();

      assertThat(Files.readString(configuration)).isEqualTo(text);
      assertThat(installed).contains(hooks.events());
      assertThat(installed.replaceAll("\\s", ""))
          .as("with everything that was there")
          .contains(text.replaceAll("\\s", "").replaceAll("[]}].*", ""));
    }
  }

  @Test
  void anInstalledGateThatSomebodyAddedHooksBehindIsLeftWhereItIs() throws IOException {
    install("cursor");
    Path configuration = gate.repository.resolve(".cursor/hooks.json");
    String shared =
        Files.readString(configuration)
            .replace(
                "\"loop_limit\": 3\n      }",
                "\"loop_limit\": 3\n      },\n      {\"command\": \"say done\"}");
    Files.writeString(configuration, shared);

    assertThat(install("cursor").out()).contains("nothing to do");
    assertThat(install("cursor", "--remove").exit()).isZero();

    assertThat(Files.readString(configuration))
        .isEqualTo(
            """
            {
              "hooks": {
                "stop": [
                  {"command": "say done"}
                ]
              },
              "version": 1
            }
            """);
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
        "copilot|.github/hooks/assay.json|{'hooks':{'agentStop':[{'type':'command',"
            + "'bash':'assay hook agentStop --harness copilot','timeoutSec':90}],'postToolUse':"
            + "[{'type':'command','bash':'assay hook postToolUse --harness copilot',"
            + "'timeoutSec':10}]},'version':1}",
        "cursor|.cursor/hooks.json|{'hooks':{'stop':[{'command':"
            + "'assay hook stop --harness cursor','loop_limit':3}],'afterMCPExecution':"
            + "[{'command':'assay hook afterMCPExecution --harness cursor'}]},'version':1}",
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
    "claude-code, .claude/settings.json",
    "codex, .codex/hooks.json",
    "gemini, .gemini/settings.json",
    "copilot, .github/hooks/assay.json",
    "cursor, .cursor/hooks.json"
  })
  void aConfigurationOfOursThatIsInstalledAnotherWayIsStillOursAlone(String harness, String file)
      throws IOException {
    Path configuration = gate.repository.resolve(file);
    install(harness, "--fail-closed");
    String atOnce = Files.readString(configuration);
    install(harness, "--remove");

    install(harness);
    install(harness, "--fail-closed");

    assertThat(Files.readString(configuration)).isEqualTo(atOnce);
    assertThat(install(harness, "--remove").exit()).isZero();
    assertThat(configuration).as("nobody else has anything there").doesNotExist();
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
  @ValueSource(strings = {"[]", "{", "{\"a\":1,\"a\":2}", "{} {}", "// none"})
  void aConfigurationThatIsNoJsonObjectIsLeftAsItIs(String text) throws IOException {
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
