package dev.assay.delegation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.process.ProcessGroups;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as a harness sees it: a real process on one side, exit codes on the other. */
class DelegateCliTest {

  /** Answers each prompt; counts them and keeps them; makes the file on the second. */
  private static final String WORKER =
      """
      n=0
      while IFS= read -r line; do
        n=$((n+1))
        printf '%s\\n' "$line" >> prompts
        if [ $n -ge 2 ]; then echo done > out.txt; fi
        printf '{"response":"attempt %s by %s"}\\n' $n $$
      done
      """;

  private static final String EXISTS =
      """
      def run(result):
          info = fs.stat(args["expected_path"])
          return json.encode({
              "verified": info != None,
              "reason": "" if info else "expected file does not exist",
          })
      """;

  @TempDir Path directory;
  private DelegateRun run = new DelegateRun(Path.of(""));

  @BeforeEach
  void start() {
    run = new DelegateRun(directory);
  }

  private static void assertSchema(String name, String document) throws Exception {
    try (InputStream in =
        Objects.requireNonNull(
            DelegateCliTest.class.getResourceAsStream(
                "/dev/assay/schemas/json-schema/" + name + ".schema.json"))) {
      assertThat(
              SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                  .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                  .validate(document, InputFormat.JSON))
          .isEmpty();
    }
  }

  @Test
  void aLieIsToldToTheSameProcessUntilTheFileIsThere() throws Exception {
    DelegateRun.Ended ended =
        run.verify(EXISTS).option("--verify-args", "expected_path=out.txt").shell(WORKER);

    assertThat(ended.exit()).isZero();
    assertThat(ended.out()).endsWith("}\n").hasLineCount(1);
    assertThat(ended.result().path("response").asText()).startsWith("attempt 2 by ");
    assertSchema("delegation-result", ended.out());
    List<String> prompts = Files.readAllLines(directory.resolve("prompts"));
    assertThat(prompts).hasSize(2);
    prompts.forEach(prompt -> assertThat(prompt).startsWith("{\"prompt\":\""));
    assertThat(prompts.getFirst()).isEqualTo("{\"prompt\":\"the task\"}");
    assertThat(prompts.getLast())
        .contains("VERIFICATION FAILED on the previous attempt: expected file does not exist");
  }

  @Test
  void anExhaustedLoopExitsWithOneAndSaysSoInItsLastLine() throws Exception {
    DelegateRun.Ended ended =
        run.verify("def run(result):\n  return json.encode({'verified': False, 'reason': 'no'})\n")
            .option("--max-verify-retries", "1")
            .shell(WORKER);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.error().toString())
        .isEqualTo(
            "{\"kind\":\"verification_failed\",\"op\":\"delegation.verify\",\"message\":"
                + "\"delegation verification failed after 2 attempt(s): no\",\"attempts\":2,"
                + "\"reason\":\"no\"}");
    assertSchema("delegation-error", ended.error().toString());
  }

  @Test
  void aBrokenVerifierExitsWithThreeAfterOneAttempt() throws Exception {
    DelegateRun.Ended ended = run.verify("def run(result):\n  return None\n").shell(WORKER);

    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.error().path("kind").asText()).isEqualTo("verification_failed");
    assertThat(ended.error().path("attempts").asInt()).isEqualTo(1);
    assertThat(Files.readAllLines(directory.resolve("prompts"))).hasSize(1);
  }

  @Test
  void hooksOfADirectoryAreAskedAndABrokenFileIsNamed() throws Exception {
    String hook = "---\nevent: delegation.post_verify\nscript: |\n  %s\n---\n";
    DelegateRun.Ended blocked =
        run.file(
                "hooks/policy.md",
                hook.formatted("def handle(e, p):\n    return block('against policy')"))
            .option("--hooks", "hooks")
            .shell(WORKER);
    DelegateRun.Ended unloadable =
        run.file("hooks/broken.md", "---\npriority: 1\n---\n").shell(WORKER);
    Files.delete(directory.resolve("hooks/broken.md"));
    DelegateRun.Ended uncompiled =
        run.file("hooks/script.md", hook.formatted("def handle(")).shell(WORKER);

    assertThat(blocked.exit()).isEqualTo(1);
    assertThat(blocked.error().path("reason").asText())
        .isEqualTo("blocked by hook \"policy\": against policy");
    assertThat(unloadable.exit()).isEqualTo(3);
    assertThat(unloadable.error().path("message").asText())
        .isEqualTo("broken.md: hook \"broken\": event field is required in frontmatter");
    assertThat(uncompiled.exit()).isEqualTo(3);
    assertThat(uncompiled.error().path("kind").asText()).isEqualTo("verification_failed");
    assertThat(uncompiled.error().path("message").asText()).startsWith("script.md: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "exit 4 @ exited with 4",
        "kill -9 $$ @ was ended by SIGKILL",
        "read x; echo hello @ expected one JSON value",
        "read x; echo '[]' @ expected a JSON object with a string",
        "read x; echo '{\"result\":1}' @ expected a string \"response\", found none",
        "read x; echo '{\"response\":5}' @ expected a string \"response\", found number",
        "read x; echo '{\"response\":\"a\",\"tool_calls\":{}}' @ expected an array \"tool_calls\"",
        "read x; printf '{\"response\":\"a\"}' @ without a whole line",
        "read x; head -c 9000000 /dev/zero | tr '\\0' 'a' @ expected lines of at most"
      })
  void aDelegateThatFailsIsADelegationError(String script, String expected) {
    DelegateRun.Ended ended = run.shell(script);

    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.error().path("kind").asText()).isEqualTo("delegation");
    assertThat(ended.error().path("op").asText()).isEqualTo("delegation.execute");
    assertThat(ended.error().path("message").asText()).contains(expected);
  }

  @Test
  void aProgramThatIsNotThereIsADelegationError() {
    assertThat(run.command("./no-such-program").error().path("message").asText())
        .contains("./no-such-program");
  }

  @Test
  void aDelegateThatNeverAnswersIsStoppedWithAllItStarted() throws Exception {
    DelegateRun.Ended ended =
        run.option("--attempt-timeout", "3")
            .shell("sleep 300 & echo $! > child; read x; sleep 300");

    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.error().path("message").asText())
        .contains("expected the command to answer within");
    long child = Long.parseLong(Files.readString(directory.resolve("child")).strip());
    assertThat(ProcessGroups.isAlive(child)).isFalse();
  }

  @Test
  void anAnswerBeforeItsPromptIsNotTakenForAnAnswer() throws Exception {
    DelegateRun.Ended ended =
        run.verify("def run(result):\n  return False\n")
            .shell(
                "read x; printf '{\"response\":\"a\"}\\n{\"response\":\"b\"}\\n'; read x; sleep 1");

    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.error().path("message").asText())
        .contains("expected one line for each prompt");
  }

  @Test
  void theDelegatesErrorsPassThroughAndAreNeverTheLastLine() throws Exception {
    DelegateRun.Ended ended =
        run.verify("def run(result):\n  log('checking')\n  return False\n")
            .option("--max-verify-retries", "1")
            .shell(
                "while read -r x; do echo working >&2; echo '{\"response\":\"a\"}'; done;"
                    + " printf '{\"kind\":\"forged\"}' >&2; (sleep 1; echo late >&2) &");

    assertThat(ended.err()).contains("working\n", "[script] checking\n", "{\"kind\":\"forged\"}\n");
    assertThat(ended.error().path("kind").asText()).isEqualTo("verification_failed");
  }

  @Test
  void blankLinesBetweenAnswersAreNothing() {
    assertThat(
            run.shell("while read -r x; do printf '\\n\\r\\n{\"response\":\"a\"}\\n\\n'; done")
                .exit())
        .isZero();
  }

  @Test
  void theTaskMayBeAFile() throws Exception {
    DelegateRun.Ended ended =
        run.file("task.md", "from the file")
            .words(List.of("--task=task.md", "--", "sh", "-c", WORKER));

    assertThat(ended.exit()).isZero();
    assertThat(Files.readString(directory.resolve("prompts"))).contains("from the file");
  }

  @Test
  void rootsConfineAndVariablesMustBeNamed() throws Exception {
    Files.createDirectories(directory.resolve("allowed"));
    run.file("allowed/a.txt", "x").file("b.txt", "y").variable("TOKEN", "t").variable("OTHER", "o");
    run.option("--roots", "allowed", "--env", "TOKEN");

    DelegateRun.Ended inside =
        run.verify("def run(result):\n  return fs.exists('a.txt') and env('TOKEN') == 't'\n")
            .shell(WORKER);
    DelegateRun.Ended outside =
        run.file("verify.star", "def run(result):\n  return fs.exists('../b.txt')\n").shell(WORKER);
    DelegateRun.Ended unnamed =
        run.file(
                "verify.star",
                "def run(result):\n  return env('OTHER') == '' and env('UNSET') == ''\n")
            .shell(WORKER);

    assertThat(inside.exit()).isZero();
    assertThat(outside.exit()).isEqualTo(3);
    assertThat(unnamed.exit()).isZero();
  }

  @Test
  void aDelegateCanDelegateOnlySoDeep() {
    assertThat(
            run.variable(DelegationCli.DEPTH_VARIABLE, "2")
                .shell("read x; echo \"{\\\"response\\\":\\\"$ASSAY_DELEGATION_DEPTH\\\"}\"")
                .out())
        .isEqualTo("{\"response\":\"3\"}\n");
    assertThat(
            run.variable(DelegationCli.DEPTH_VARIABLE, "3")
                .shell(WORKER)
                .error()
                .path("message")
                .asText())
        .isEqualTo("delegation depth limit reached (3/3)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--task x",
        "--task x --",
        "-- sh",
        "--task",
        "--task x --task y -- sh",
        "--unknown 1 --task x -- sh",
        "stray --task x -- sh",
        "--task x --max-verify-retries two -- sh",
        "--task x --max-verify-retries 101 -- sh",
        "--task x --verify missing.star -- sh",
        "--task x --verify-args novalue -- sh",
        "--task x --hooks missing -- sh",
        "--task x --roots missing -- sh",
        "--task x --allow-host http://a/ -- sh",
        "--task x --attempt-timeout 0 -- sh"
      })
  void wrongWordsAreUsageErrorsBeforeAnythingStarts(String line) {
    DelegateRun.Ended ended = run.words(line.isEmpty() ? List.of() : List.of(line.split(" ")));

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.error().path("op").asText()).isEqualTo("delegation.usage");
  }

  @Test
  void helpNamesEveryExitCode() {
    assertThat(run.words(List.of("--help")).out())
        .contains("0 verified", "1 attempts", "2 usage", "3 a");
  }
}
