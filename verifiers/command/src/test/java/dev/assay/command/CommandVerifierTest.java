package dev.assay.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.AskedTest;
import dev.assay.schemas.message.TestOutcomes.Ending;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.Finding;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.testkit.MemoryScope;
import dev.assay.verifier.testkit.VerifierContract;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class CommandVerifierTest {

  private static final String PASS = "{\"result\":\"PASS\",\"summary\":\"fine\"}";

  @TempDir private Path home;
  private Path scratch;
  private MemoryScope scope;
  private ArtifactRef log;
  private List<String> expect = List.of();

  CommandVerifierTest(@TempDir Path scratch) {
    this.scratch = scratch;
    this.scope = new MemoryScope(scratch);
    this.log = scope.add(ArtifactRole.TEST_LOG, "all 12 tests passed\n");
  }

  @BeforeEach
  void makeDirectory() throws IOException {
    Files.createDirectory(home.resolve("checks"));
  }

  @Test
  void aFindingOnStandardOutputIsTheFinding() throws Exception {
    Finding finding =
        judged(
            """
            cat > /dev/null
            echo '{"result":"FAIL","summary":"two licences are missing","confidence":0.5,
            "failures":["no licence: a","no licence: b"],"nextActions":["add them"],
            "pointers":[{"artifact":"%s","offset":4,"length":2}],
            "hyperthesis":[{"blindSpot":"dual licences","why":"SEMANTICS","risk":"low","bound":"rare"}]}'
            """
                .formatted(log.sha256()));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).isEqualTo("two licences are missing");
    assertThat(finding.failureSignatures())
        .containsExactly(
            FailureSignature.named("command:check", "no licence: a"),
            FailureSignature.named("command:check", "no licence: b"));
    assertThat(finding.pointers()).singleElement().matches(p -> p.offset() == 4);
    assertThat(finding.commandDigest()).isNotNull();
    assertThat(finding.isolation()).isEqualTo("none");
  }

  @Test
  void aCommandIsAskedForTheTestsThatFailedBeforeAndTellsOfThemByName() throws Exception {
    String names =
        """
        {"result":"FAIL","summary":"one fails","failures":["a test"],"tests":{"executed":9,
         "passed":["cart adds","cart pays"],"failed":["cart pays","cart \u00fc"],"skipped":["cart ends"]}}\
        """;
    expect =
        Stream.of("cart adds", "cart pays", "cart ends", "cart is gone")
            .map(TestOutcomes::id)
            .toList();

    Finding finding = judged("cat >&2; cat <<'END'\n" + names + "\nEND\n");

    assertThat(schema("verifier-finding").validate(names, InputFormat.JSON)).isEmpty();
    JsonNode asked = tree(details(finding).path("standardError").asText());
    assertThat(schema("verifier-request").validate(asked.toString(), InputFormat.JSON)).isEmpty();
    assertThat(asked.path("expect")).hasSize(4);
    TestOutcomes tests = Objects.requireNonNull(finding.tests());
    assertThat(tests.executed()).isEqualTo(9);
    assertThat(tests.trusted()).isFalse();
    assertThat(tests.failing()).isEqualTo(2);
    assertThat(tests.failed())
        .containsExactlyInAnyOrder(NamedTest.of("cart pays"), NamedTest.of("cart \u00fc"));
    assertThat(tests.asked())
        .extracting(AskedTest::ended)
        .containsExactly(Ending.PASSED, Ending.FAILED, Ending.SKIPPED, Ending.MISSING);
  }

  @Test
  void fewerTestsThanAreNamedAreNoFinding() throws Exception {
    Finding finding =
        judged(
            """
            echo '{"result":"PASS","summary":"fine","tests":{"executed":1,"passed":["a","b"]}}'
            """);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.failureSignatures())
        .singleElement()
        .matches(each -> each.text().contains("FINDING_INVALID"));
  }

  @Test
  void theCommandIsAskedByTheSchemaAndReadsTheArtifactAsAFile() throws Exception {
    Finding finding =
        judged(
            """
            cat > "$TMPDIR/request.json"
            cat "$TMPDIR/request.json" >&2
            path=$(sed 's/.*"path":"\\([^"]*\\)".*/\\1/' "$TMPDIR/request.json")
            grep -q '12 tests' "$path" && echo '%s'
            """
                .formatted(PASS));

    assertThat(finding.result()).isEqualTo(Result.PASS);
    JsonNode asked = tree(details(finding).path("standardError").asText());
    assertThat(schema("verifier-request").validate(asked.toString(), InputFormat.JSON)).isEmpty();
    assertThat(asked.path("verifierType").asText()).isEqualTo("command:check");
    assertThat(asked.path("config").path("strict").asBoolean()).isTrue();
    assertThat(asked.path("artifacts").path(0).path("sha256").asText()).isEqualTo(log.sha256());
  }

  @Test
  void nothingOfTheWorkersEnvironmentReachesTheCommand() throws Exception {
    Finding finding = judged("env >&2; echo '" + PASS + "'");

    assertThat(details(finding).path("standardError").asText().lines())
        .allMatch(line -> line.matches("(PATH|LC_ALL|HOME|TMPDIR|PWD|OLDPWD|_|SHLVL|OWN)=.*"))
        .contains("OWN=given");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no JSON",
        "{\"result\":\"PASS\"}",
        "{\"result\":\"MAYBE\",\"summary\":\"s\"}",
        "{\"result\":\"FAIL\",\"summary\":\"s\"}",
        "{\"result\":\"PASS\",\"summary\":\"s\",\"failures\":[\"a test\"]}",
        "{\"result\":\"PASS\",\"summary\":\"s\",\"tests\":{\"passed\":[\"a\"],\"failed\":[\"b\"]}}",
        "{\"result\":\"PASS\",\"summary\":\"s\",\"extra\":1}",
        "{\"result\":\"PASS\",\"summary\":\"s\",\"confidence\":2}",
        "{\"result\":\"PASS\",\"summary\":\"a\\u001bb\"}",
        "{\"result\":\"PASS\",\"summary\":\"s\"}{\"result\":\"PASS\",\"summary\":\"s\"}",
        "{\"result\":\"PASS\",\"summary\":\"s\",\"pointers\":[{\"artifact\":\"%s\",\"offset\":19,\"length\":9}]}"
      })
  void whatIsNotOneFindingIsInconclusive(String answer) throws Exception {
    String text = answer.formatted(log.sha256());

    if (answer.contains("fail")) { // what contradicts itself, the schema says, too
      assertThat(schema("verifier-finding").validate(text, InputFormat.JSON)).isNotEmpty();
    }
    assertInconclusive(judged("cat <<'END'\n" + text + "\nEND\n"), ErrorCode.FINDING_INVALID);
  }

  @Test
  void whateverElseACommandDoesIsInconclusiveWithItsCode() throws Exception {
    assertInconclusive(judged("echo '" + PASS + "'; exit 3"), ErrorCode.COMMAND_FAILED);
    assertInconclusive(judged("echo '" + PASS + "'; kill -KILL $$"), ErrorCode.COMMAND_FAILED);
    assertInconclusive(judged("cat > /dev/null"), ErrorCode.FINDING_MISSING);
    assertInconclusive(judged("while :; do echo xxxxxxxxxxxx; done"), ErrorCode.OUTPUT_TOO_LARGE);
    assertInconclusive(
        judged("while :; do echo xxxxxxxxxxxx >&2; done"), ErrorCode.OUTPUT_TOO_LARGE);
    assertInconclusive(judged("exec ./is-not-there"), ErrorCode.COMMAND_NOT_STARTED);
    assertInconclusive(judged("read -r line; sleep 600", 1), ErrorCode.VERIFIER_TIMEOUT);
  }

  @Test
  void whatForksAndNeverEndsIsEndedWithAllThatItStarted() throws Exception {
    Finding finding =
        judged(
            """
            for i in 1 2 3 4 5 6 7 8 9; do (sleep 611 & sleep 612) & done
            echo '%s'
            wait
            """
                .formatted(PASS),
            1);

    assertInconclusive(finding, ErrorCode.VERIFIER_TIMEOUT);
    assertThat(running("sleep 611") + running("sleep 612")).isZero();
  }

  @Test
  void aHostThatCannotIsolateAsAskedRunsNothing() throws Exception {
    Path trace = home.resolve("ran");
    script("touch " + trace + "; echo '" + PASS + "'");
    String isolated = settings(60).replace("\"isolation\":\"none\"", "\"isolation\":\"auto\"");

    Finding finding = verify(isolated, "{}");

    // Isolated, it cannot write there; not isolated, it is not run.
    assertThat(trace).doesNotExist();
    assertThat(finding.isolation()).isNotEqualTo("none");
  }

  @Test
  void aCommandIsStoppedWhenItsRunIs() throws Exception {
    script("touch \"$TMPDIR/began\"; sleep 613");
    Path began = scratch.resolve("work/began");
    Verifier verifier = verifier(settings(60));
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread run =
        Thread.ofPlatform()
            .start(() -> {
              try {
                var _ = verifier.verify(request("{}"), scope);
              } catch (IOException | InterruptedException e) {
                ended.complete(e);
              }
            });
    while (!Files.exists(began)) {
      Thread.onSpinWait();
    }

    run.interrupt();

    assertThat(ended.join()).isInstanceOf(InterruptedException.class);
    assertThat(running("sleep 613")).isZero();
  }

  @Test
  void aRunWithoutTimeIsInconclusive() throws Exception {
    script("echo '" + PASS + "'");
    scope.until(Deadline.in(Duration.ofSeconds(1)));

    assertInconclusive(verify(settings(60), "{}"), ErrorCode.VERIFIER_TIMEOUT);
  }

  @Test
  void theVersionIsAnotherOneWhenTheProgramIs() throws Exception {
    script("echo 1");
    String one = verifier(settings(60)).info().version();
    script("echo 2");

    assertThat(verifier(settings(60)).info().version()).isNotEqualTo(one);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"commands\":{\"a\":{\"roles\":[\"sarif\"]}}}",
        "{\"commands\":{\"a\":{\"command\":\"true\"}}}",
        "{\"commands\":{\"A B\":{\"command\":\"true\",\"roles\":[\"sarif\"]}}}",
        "{\"commands\":{\"a\":{\"command\":\"true\",\"roles\":[\"sarif\"],\"directory\":\".\"}}}",
        "{\"commands\":{\"a\":{\"command\":\"true\",\"roles\":[\"sarif\"],\"directory\":\"/\"}}}",
        "{\"commands\":{\"a\":{\"command\":\"true\",\"roles\":[\"sarif\"],\"isolation\":\"docker\"}}}",
        "{\"commands\":{\"a\":{\"command\":\"true\",\"roles\":[\"sarif\"],\"timeoutSeconds\":0}}}",
        "{\"commands\":{\"a\":{\"command\":\"true\",\"roles\":[\"sarif\"],\"shell\":true}}}"
      })
  void settingsThatCannotBeMeantAreRefused(String settings) {
    assertThatThrownBy(() -> verifier(settings)).isInstanceOf(IllegalArgumentException.class);
  }

  @TestFactory
  Stream<DynamicTest> aCommandKeepsTheContractOfVerifiers() throws IOException {
    String looks = "grep -q '12 tests passed' \"$path\"";
    script(
        "path=$(sed 's/.*\"path\":\"\\([^\"]*\\)\".*/\\1/')\n"
            + looks
            + " && echo '"
            + PASS
            + "' || echo '{\"result\":\"INCONCLUSIVE\",\"summary\":\"no log of tests\"}'");
    return VerifierContract.of(
        new CommandProvider(),
        settings(60).replace("\"checks\"", "\"" + home.resolve("checks") + "\""));
  }

  private static void assertInconclusive(Finding finding, ErrorCode code) {
    assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.failureSignatures())
        .containsExactly(FailureSignature.named(Finding.ABOUT_RUN, code.name()));
    assertThat(finding.hyperthesis()).isNotEmpty();
  }

  private Finding judged(String script) throws IOException, InterruptedException {
    return judged(script, 60);
  }

  private Finding judged(String script, int seconds) throws IOException, InterruptedException {
    script(script);
    return verify(settings(seconds), "{\"strict\":true}");
  }

  private void script(String text) throws IOException {
    Files.writeString(home.resolve("checks/check.sh"), text);
  }

  private static String settings(int seconds) {
    return "{\"commands\":{\"check\":{\"command\":\"sh\",\"args\":[\"check.sh\"],\"directory\":\"checks\","
        + "\"roles\":[\"test-log\"],\"isolation\":\"none\",\"environment\":{\"OWN\":\"given\"},"
        + "\"timeoutSeconds\":"
        + seconds
        + "}}}";
  }

  private Finding verify(String settings, String config) throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(scratch, "run-");
    MemoryScope run = new MemoryScope(own).until(scope.deadline());
    log = run.add(ArtifactRole.TEST_LOG, "all 12 tests passed\n");
    Finding finding = verifier(settings).verify(request(config), run);
    if (finding.details() != null) {
      scope.store("application/json", run.bytes(finding.details()));
    }
    return finding;
  }

  private Verifier verifier(String settings) {
    CommandSettings read =
        switch (Json.parse(settings.getBytes(StandardCharsets.UTF_8), CommandSettings.class)) {
          case Parsed.Accepted<CommandSettings>(CommandSettings accepted) -> accepted;
          case Parsed.Rejected<CommandSettings>(var rejection) ->
              throw new IllegalArgumentException(rejection.detail());
        };
    return new CommandProvider()
        .verifiers(read, new VerifierProvider.Host(home, home, Map.of()))
        .getFirst();
  }

  private VerificationRequest request(String config) {
    String id = Digests.sha256Hex("id");
    return new VerificationRequest(
        id,
        "work/1",
        id,
        id,
        1,
        "command:check",
        config,
        List.of(log),
        null,
        null,
        Risk.LOW,
        null,
        60_000,
        null,
        expect);
  }

  private JsonNode details(Finding finding) {
    return tree(scope.text(Objects.requireNonNull(finding.details())));
  }

  private static JsonNode tree(String text) {
    return switch (Json.tree(text.getBytes(StandardCharsets.UTF_8))) {
      case Parsed.Accepted<JsonNode>(JsonNode tree) -> tree;
      case Parsed.Rejected<JsonNode>(var rejection) ->
          throw new AssertionError(rejection.detail() + ": " + text);
    };
  }

  private static Schema schema(String name) throws IOException {
    try (InputStream in =
        Json.class.getResourceAsStream("/dev/assay/schemas/json-schema/" + name + ".schema.json")) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(
              new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static long running(String command) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").endsWith(command))
        .count();
  }
}
