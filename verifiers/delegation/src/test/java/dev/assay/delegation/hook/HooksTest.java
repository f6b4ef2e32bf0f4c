package dev.assay.delegation.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.delegation.DelegationException;
import dev.assay.delegation.DelegationException.ErrorKind;
import dev.assay.delegation.Scripted;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How hooks are loaded, ordered and composed. */
class HooksTest {

  private static String handle(String body) {
    return "def handle(event, payload):\n  " + body + "\n";
  }

  private static DelegationException failure(Scripted scripted) {
    return catchThrowableOfType(DelegationException.class, () -> scripted.within(1));
  }

  @Test
  void theHookOfTheSpecificationBlocksAClaimWithoutAPath() throws Exception {
    Scripted scripted =
        Scripted.saying("I created it", "here it is")
            .hookFile(
                "claims",
                """
                ---
                event: delegation.post_verify
                priority: 10
                script: |
                  def handle(event, payload):
                      # payload is the same dict the inline verifier sees
                      claims = payload.get("response", "")
                      if "I created" in claims:
                          # cheap heuristic: claim implies a file should exist
                          return {"action": "block", "reason": "claim made but no file path provided"}
                      return {"action": "allow"}
                ---
                For people.
                """);

    assertThat(scripted.run().attempts()).isEqualTo(2);
    assertThat(scripted.prompts.getLast())
        .contains("blocked by hook \"claims\": claim made but no file path provided");
  }

  @Test
  void aModifiedResultIsWhatLaterHooksPostAndParentSeeWhileTheScriptSawTheOriginal()
      throws Exception {
    Scripted scripted =
        new Scripted()
            .then(() -> "{\"response\":\"raw\",\"tool_calls\":[{\"id\":\"1\"}]}")
            .verify("def run(result):\n  return result['response'] == 'raw'\n")
            .hook("canon", 1, handle("return modify({'response': 'canon'})"))
            .hook(
                "check",
                2,
                handle(
                    "return allow() if payload['response'] == 'canon' and payload['tool_calls'] else block('no')"))
            .hook("post", "delegation.post", 1, handle("log(payload['response'])"));

    assertThat(scripted.run().result().toString())
        .isEqualTo("{\"response\":\"canon\",\"tool_calls\":[{\"id\":\"1\"}]}");
    assertThat(scripted.log).contains("canon");
  }

  @Test
  void aModifyWithoutPayloadIsThePayloadItself() throws Exception {
    Scripted scripted =
        Scripted.saying("raw")
            .hook("h", 1, handle("return {'action': 'modify', 'response': 'canon'}"));

    assertThat(scripted.run().result().toString()).isEqualTo("{\"response\":\"canon\"}");
  }

  @Test
  void aModificationBeforeABlockIsNotWhatTheNextAttemptStartsFrom() throws Exception {
    Scripted scripted =
        Scripted.saying("one", "two")
            .hook("a", 1, handle("return modify({'note': 'seen'})"))
            .hook(
                "b", 2, handle("return allow() if payload['response'] == 'two' else block('no')"));

    assertThat(scripted.run().result().toString())
        .isEqualTo("{\"response\":\"two\",\"note\":\"seen\"}");
  }

  @Test
  void lowerPrioritiesComeFirstEqualOnesInOrderOfRegistration() throws Exception {
    Scripted scripted =
        Scripted.saying("x")
            .hook("late", 20, handle("log('late')\n  return allow()"))
            .hook("first", 10, handle("log('first')\n  return allow()"))
            .hook("second", 10, handle("log('second')\n  return allow()"));

    var _ = scripted.run();

    assertThat(scripted.log).containsExactly("first", "second", "late");
  }

  @Test
  void theFirstBlockEndsTheDispatch() {
    Scripted scripted =
        Scripted.saying("x")
            .hook("late", 20, handle("log('late')"))
            .hook("first", 10, handle("return block('stop')"));

    assertThat(failure(scripted).reason()).isEqualTo("blocked by hook \"first\": stop");
    assertThat(scripted.log).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"return None", "log('seen')", "payload.get('response')"})
  void aHookThatReturnsNoneDecidesNothing(String body) throws Exception {
    Scripted alone = Scripted.saying("x").hook("h", 1, handle(body));
    Scripted beside =
        Scripted.saying("x").hook("h", 1, handle(body)).hook("g", 2, handle("return allow()"));

    assertThat(alone.run().verified()).isFalse();
    assertThat(alone.log).last().asString().startsWith("warning: hook \"h\": it returned None");
    assertThat(beside.run().verified()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "return 1 // 0 | hook \"h\": h:2",
        "return payload['tool_calls'] | hook \"h\": h:2",
        "return modify({'response': 5}) | modify: expected a string \"response\"",
        "return {'action': 'modify', 'payload': [1]} | expected a dict as payload",
        "return modify({1: 2}) | expected string keys",
        "return 'no' | found a value of type string",
        "return 'allow' | found a value of type string",
        "return 1 | found a value of type int",
        "return True | found a value of type bool",
        "return [allow()] | found a value of type list",
        "return {} | expected the action allow, block or modify, found none",
        "return {'action': 'blok'} | found blok",
        "return {'action': 'ALLOW'} | found ALLOW",
        "return {'action': True} | found True",
        "return {'verified': True} | expected the action allow, block or modify",
        "return json.encode(allow()) | found a value of type string"
      })
  void aBrokenHookIsAHardFailureAfterOneAttempt(String body, String expected) {
    Scripted scripted = Scripted.saying("x").hook("h", 1, handle(body));

    DelegationException failure = failure(scripted);

    assertThat(failure.kind()).isEqualTo(ErrorKind.VERIFICATION_FAILED);
    assertThat(failure.isExhausted()).isFalse();
    assertThat(failure.getMessage()).startsWith("hook script error: ").contains(expected);
    assertThat(scripted.prompts).hasSize(1);
  }

  @Test
  void aHookWithoutHandleIsBrokenWhenItIsCalled() {
    assertThat(failure(Scripted.saying("x").hook("h", 1, "def run(r):\n  return allow()\n")))
        .hasMessageContaining("expected the script to define a function handle");
  }

  @Test
  void aConditionDecidesWhetherAHookIsAskedAndABrokenOneIsABrokenVerifier() throws Exception {
    String file = "---\nevent: delegation.post_verify\nwhen: %s\nscript: |\n  %s\n---\n";
    String blocks = handle("return block('no')").replace("\n", "\n  ");
    Scripted unmet =
        Scripted.saying("x").hookFile("h", file.formatted("payload['response'] == 'y'", blocks));
    Scripted met =
        Scripted.saying("x").hookFile("h", file.formatted("event.endswith('verify')", blocks));
    Scripted broken =
        Scripted.saying("x").hookFile("h", file.formatted("payload['nothing']", blocks));

    assertThat(unmet.run().verified()).isFalse();
    assertThat(failure(met).isExhausted()).isTrue();
    assertThat(failure(broken).isExhausted()).isFalse();
    assertThat(failure(broken)).hasMessageContaining("hook \"h\": its when expression failed");
  }

  @Test
  void aHookWithoutScriptVerifiesNothing() throws Exception {
    Scripted scripted =
        Scripted.saying("x").hookFile("h", "---\nevent: delegation.post_verify\n---\n");

    assertThat(scripted.run().verified()).isFalse();
    assertThat(scripted.log).singleElement().asString().contains("it has no script");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no front matter | missing front matter",
        "---\\nevent: delegation.post_verify\\n | missing front matter",
        "---\\npriority: 1\\n--- | event field is required in frontmatter",
        "---\\nevent: ''\\n--- | event field is required in frontmatter",
        "---\\nevent: delegation.done\\n--- | event \"delegation.done\" is invalid",
        "---\\nevent: custom.\\n--- | event \"custom.\" is invalid",
        "---\\nevent: error\\npriority: soon\\n--- | expected an integer as priority",
        "---\\nevent: error\\nscript: [1]\\n--- | expected text as script",
        "---\\nevent: error\\nevent: error\\n--- | expected the key event once",
        "---\\n- event\\n--- | expected a YAML mapping",
        "---\\nevent: 'error\\n--- | expected YAML front matter",
        "---\\nevent: &x error\\nscript: *x\\n--- | expected text as script",
        "---\\nevent: error\\nscript: 'def handle('\\n--- | compile script: h:1",
        "---\\nevent: error\\nwhen: '1 +'\\n--- | compile script: h.when:"
      })
  void aFileThatIsNoHookIsNamedWithItsFault(String text, String fault) {
    assertThatThrownBy(() -> Scripted.saying("x").hookFile("h", text.replace("\\n", "\n")).run())
        .isInstanceOf(HookFormatException.class)
        .hasMessageStartingWith("h.md: hook \"h\": ")
        .hasMessageContaining(fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {"custom.x", "meta.y", "session.start", "agent.stop", "delegation.pre"})
  void theseEventsAreKnown(String event) throws Exception {
    assertThat(Hook.parse("h.md", "h", "---\nevent: " + event + "\nother: {a: [1]}\n---\n").event())
        .isEqualTo(event);
  }

  @Test
  void aDirectoryIsReadInOrderOfFileNamesAndOnlyItsMarkdown(@TempDir Path directory)
      throws Exception {
    Files.writeString(directory.resolve("b.md"), "---\nevent: error\n---\n");
    Files.writeString(directory.resolve("a.md"), "---\r\nevent: error\r\npriority: 7\r\n---\r\n");
    Files.writeString(directory.resolve("notes.txt"), "nothing");

    assertThat(HookDirectory.read(directory)).extracting(Hook::name).containsExactly("a", "b");
    assertThat(HookDirectory.read(directory).getFirst().priority()).isEqualTo(7);
  }
}
