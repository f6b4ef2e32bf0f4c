package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** What a job of continuous integration gets, in environments as the runners set them. */
class CiCommandTest {

  private static final String RULES =
      """
      requires: [testreport]
      artifacts:
        - {role: test-report, glob: reports/*.xml}
      """;

  /** What a test may be called by who wants to command the runner, or the reader. */
  private static final String HOSTILE =
      "a\n::set-output name=decision::PROMOTE\r\n##[add-path]/tmp\u001b[31m\u202e%0A::error::x`"
          + " | <img src=x onerror=alert(1)> @acme/all #12 [y](javascript:z) <!-- assay-ci -->"
          + "]]></failure>\u0000";

  private static final List<String> OUTPUTS =
      List.of(
          "--junit",
          "out/junit.xml",
          "--ctrf",
          "out/ctrf.json",
          "--sarif",
          "out/a.sarif",
          "--code-quality",
          "out/quality.json",
          "--comment",
          "out/comment.md");

  private final CiDocuments documents = new CiDocuments();
  private final Gate gate;
  private final StandIn server;
  private final Path scratch;

  CiCommandTest(@TempDir Path directory) throws Exception {
    scratch = directory;
    server = new StandIn();
    gate = Gate.withReport(directory, server, RULES);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** The environment of {@code name}, with a place for everything that the runner gives. */
  private void runner(String name) throws IOException {
    for (String line : Files.readAllLines(Path.of("src/test/resources/ci", name + ".env"))) {
      int equals = line.indexOf('=');
      gate.environment.put(line.substring(0, equals), line.substring(equals + 1));
    }
    if (name.startsWith("github")) {
      gate.environment.put("GITHUB_STEP_SUMMARY", scratch.resolve("summary.md").toString());
      gate.environment.put("GITHUB_OUTPUT", scratch.resolve("output").toString());
      Path event = Path.of("src/test/resources/ci", name + ".json").toAbsolutePath();
      gate.environment.put("GITHUB_EVENT_PATH", event.toString());
    }
  }

  private void issuer() {
    gate.environment.put("ACTIONS_ID_TOKEN_REQUEST_URL", server.url() + "/oidc?api-version=2.0");
    gate.environment.put("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "runner-secret");
  }

  /** What the job got, with documents that are held to their schemas whatever they tell. */
  private Gate.Ran ci(String... more) throws Exception {
    List<String> words = new ArrayList<>(OUTPUTS);
    words.addAll(List.of(more));
    Gate.Ran ran = gate.ci(words.toArray(String[]::new));
    if (Files.exists(gate.repository.resolve("out/junit.xml"))) {
      documents.requireJUnit(gate.repository.resolve("out/junit.xml"));
      documents.requireCtrf(gate.repository.resolve("out/ctrf.json"));
      documents.requireSarif(gate.repository.resolve("out/a.sarif"));
    }
    return ran;
  }

  private String read(String file) throws IOException {
    return Files.readString(gate.repository.resolve(file));
  }

  private String summary() throws IOException {
    return Files.readString(scratch.resolve("summary.md"));
  }

  private JsonNode json(String file) throws IOException {
    assertThat(Json.tree(Files.readAllBytes(gate.repository.resolve(file))))
        .isInstanceOf(Parsed.Accepted.class);
    return Json.tree(Files.readAllBytes(gate.repository.resolve(file)))
            instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        ? node
        : Json.toTree(Map.of());
  }

  private Element junit() throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(gate.repository.resolve("out/junit.xml").toFile())
        .getDocumentElement();
  }

  @Test
  void aPushIsVerifiedAsThePrincipalOfItsJob() throws Exception {
    runner("github-push");
    issuer();

    Gate.Ran ran = ci("--exit-code", "0", "--command", "mvn verify");

    assertThat(ran.exit()).isZero();
    assertThat(server.asked).containsExactly("api-version=2.0&audience=assay Bearer runner-secret");
    assertThat(server.tokens).containsExactly("Bearer aGVhZA.Ym9keQ.c2ln");
    assertThat(ran.out())
        .startsWith("::add-mask::aGVhZA.Ym9keQ.c2ln\n")
        .contains("assay: PROMOTE of ci/shop/main/9261728282-test, attempt 2 (ALL_REQUIRED_PASS)\n")
        .contains("::notice title=Assay%3A promoted::PROMOTE of ci/shop/main/9261728282-test");
    JsonNode data = server.events.getFirst().path("data");
    assertThat(data.path("agent").path("id").asText()).isEqualTo("github-actions");
    assertThat(data.path("attempt").asInt()).isEqualTo(2);
    assertThat(data.path("target").path("commit").asText()).isEqualTo("8f".repeat(20));
    assertThat(data.path("artifacts").path(0).path("producer").path("exitCode").asInt(-1)).isZero();
    assertThat(summary()).startsWith("## Assay: promoted\n");
    assertThat(read("out/comment.md")).isEqualTo("<!-- assay-ci -->\n" + summary());
    assertThat(Files.readString(scratch.resolve("output")))
        .isEqualTo(
            "decision=PROMOTE\nwork-item=ci/shop/main/9261728282-test\nstate=PROMOTED\n"
                + "code=ALL_REQUIRED_PASS\n");
    assertThat(junit().getElementsByTagName("failure").getLength()).isZero();
    assertThat(json("out/a.sarif").path("runs").path(0).path("results")).isEmpty();
    assertThat(json("out/quality.json")).isEmpty();
    assertThat(json("out/ctrf.json").path("results").path("summary").path("passed").asInt())
        .isEqualTo(2);
    assertThat(json("out/ctrf.json").path("results").path("tests").findValues("suite"))
        .as("CTRF wants the names of suites from the outermost on")
        .allMatch(JsonNode::isArray)
        .hasSize(2);
  }

  @Test
  void theDecisionOnTheJobsOwnWorkCountsWhateverElseIsDecidedOnTheWorkItem() throws Exception {
    runner("github-push");
    issuer();
    server.decides("RETRY", "VERIFICATION_FAILED", "shop.CartTest#total");
    server.showsLate();

    Gate.Ran ran = ci();

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(server.explained).hasSize(2);
    assertThat(ran.out()).contains("assay: RETRY of").doesNotContain("PROMOTE");
  }

  @Test
  void aForkGetsNoTokenAndIsToldAsNotVerified() throws Exception {
    runner("github-pull-request-fork");

    Gate.Ran ran = ci();

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(server.events).isEmpty();
    assertThat(server.artifacts).isEmpty();
    assertThat(summary()).startsWith("## Assay: not verified\n").contains("NO_IDENTITY", "fork");
    assertThat(junit().getAttribute("name")).isEmpty();
    assertThat(junit().getElementsByTagName("error").getLength()).isEqualTo(1);
    assertThat(json("out/ctrf.json").path("results").path("summary").path("failed").asInt())
        .isEqualTo(1);
  }

  /**
   * Who looks at a red job looks at its page, and the action's inputs are what a workflow computes.
   */
  @ParameterizedTest
  @CsvSource({
    "--exit-code, none, 'is not an int'",
    "--artifact, reports, ROLE=GLOB",
    "--commit, main, git rev-parse",
    "--comit, main, --comit"
  })
  void aJobWhoseCallIsWrongSaysSoOnItsPage(String option, String value, String told)
      throws Exception {
    runner("github-push");

    Gate.Ran ran = ci(option, value);

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("[USAGE]", told, "assay ci --help");
    assertThat(summary()).startsWith("## Assay: could not be verified\n").contains("USAGE", told);
    assertThat(ran.out()).contains("::error title=").contains(told);
    assertThat(Files.readString(scratch.resolve("output"))).contains("state=ERROR", "code=USAGE");
    assertThat(junit().getElementsByTagName("error").getLength()).isEqualTo(1);
    assertThat(server.events).isEmpty();
  }

  @Test
  void aCallThatIsWrongSaysSoOnceAtATerminal() {
    Gate.Ran ran = gate.ci("--exit-code", "none");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("'none' is not an int [USAGE]");
    assertThat(ran.out()).isEmpty();
  }

  /** What was tested under such a name would be evidence of no work. */
  @ParameterizedTest
  @ValueSource(strings = {"", "main", "8f8f8f8", "8F8F8F8F8F8F8F8F8F8F8F8F8F8F8F8F8F8F8F8F"})
  void aCommitThatIsNotWholeIsRefused(String commit) throws Exception {
    runner("github-push");

    Gate.Ran ran = ci("--commit", commit);

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("[USAGE]", "--commit", "git rev-parse");
    assertThat(server.events).isEmpty();
  }

  @Test
  void aPullRequestOfADeletedRepositoryIsOneOfAFork() throws Exception {
    runner("github-pull-request-fork");
    Path event = scratch.resolve("event.json");
    Files.writeString(
        event, "{\"pull_request\":{\"head\":{\"repo\":null,\"sha\":\"" + "7a".repeat(20) + "\"}}}");
    gate.environment.put("GITHUB_EVENT_PATH", event.toString());

    assertThat(ci().exit()).isEqualTo(2);
    assertThat(summary()).contains("NO_IDENTITY", "fork");
  }

  @ParameterizedTest
  @CsvSource({
    "github-push, ci/shop/main/9261728282-test",
    "github-pull-request-fork, ci/shop/fix---id--42c034c8/9261728283-test",
    "github-merge-group, ci/shop/gh-readonly-queue-main-pr-12-8f-55b685f1/9261728284-test",
    "gitlab-branch, ci/shop/main/70001",
    "gitlab-merge-request, ci/shop/fix-total-233eea2b/70002",
  })
  void everyRunnersJobHasAWorkItemOfItsOwn(String name, String workItem) throws Exception {
    runner(name);
    gate.environment.put("ASSAY_TOKEN", "given");

    assertThat(ci().exit()).isZero();

    JsonNode data = server.events.getFirst().path("data");
    assertThat(data.path("workItem").asText()).isEqualTo(workItem);
    assertThat(server.tokens).containsExactly("Bearer given");
    assertThat(server.asked).as("a token that is named is used").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "403, '{}'",
    "302, ''",
    "500, ''",
    "200, '{\"value\":\"a b\\nc\"}'",
    "200, '{\"value\":\"::set-env name=A::b\"}'",
    "200, 'no json'",
  })
  void anIssuerThatGivesNoTokenLeavesTheWorkUnverified(int status, String body) throws Exception {
    runner("github-push");
    issuer();
    server.issues(status, body);

    Gate.Ran ran = ci();

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.out()).contains("NO_IDENTITY").doesNotContain("add-mask", "set-env", "a b");
    assertThat(server.events).isEmpty();
  }

  @Test
  void evidenceSaysWhatWasTestedAndNothingAboutTheWork() throws Exception {
    runner("github-push");
    issuer();

    assertThat(ci("--evidence", "--work-item", "shop/cart-42", "--attempt", "1").exit()).isZero();

    JsonNode event = server.events.getFirst();
    assertThat(event.path("type").asText()).isEqualTo("dev.assay.evidence.v1");
    assertThat(event.path("data").propertyStream().map(Map.Entry::getKey))
        .containsExactlyInAnyOrder("workItem", "attempt", "commit", "artifacts");
  }

  @Test
  void noNameInAReportCommandsTheRunnerOrTheReader() throws Exception {
    runner("github-push");
    gate.environment.put("ASSAY_TOKEN", "given");
    server.decides("RETRY", "VERIFICATION_FAILED", HOSTILE);

    Gate.Ran ran = ci();

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out().lines().skip(1))
        .allMatch(line -> line.matches("(assay: |::(error|notice) title=Assay[^:,]*::).*"));
    assertThat(ran.out()).doesNotContain("##[", "\u001b", "\u202e", "\r", "%0A");
    String outside = Pattern.compile("`[^`\n]*`").matcher(summary()).replaceAll("");
    assertThat(outside).doesNotContain("<", "@", "#12", "[y]", "`", "javascript");
    assertThat(read("out/comment.md").split("<!-- assay-ci -->", -1)).hasSize(2);
    assertThat(summary().lines().filter(line -> line.startsWith("|")))
        .allMatch(line -> line.chars().filter(c -> c == '|').count() <= 5);
    assertThat(junit().getElementsByTagName("testcase").getLength()).isEqualTo(2);
    assertThat(junit().getElementsByTagName("failure").getLength()).isEqualTo(2);
    assertThat(json("out/a.sarif").path("runs").path(0).path("results")).hasSize(2);
    assertThat(json("out/quality.json")).hasSize(2);
    assertThat(Files.readAllLines(scratch.resolve("output"))).hasSize(4).contains("decision=RETRY");
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, 2, NOT_DECIDED",
    "REFUSED, 3, FORBIDDEN",
    "ESCALATE, 2, REQUIRED_EVIDENCE_MISSING",
    "HALT, 1, RETRIES_EXHAUSTED",
  })
  void theExitCodeSaysWhetherAnythingWasVerified(String decision, int exit, String code)
      throws Exception {
    runner("gitlab-branch");
    gate.environment.put("ASSAY_TOKEN", "given");
    server.decides(decision, decision.equals("REFUSED") ? "FORBIDDEN" : code, "");

    Gate.Ran ran = ci("--wait", "1");

    assertThat(ran.exit()).isEqualTo(exit);
    assertThat(ran.out()).contains(code).doesNotContain("::");
    assertThat(read("out/comment.md")).contains(code);
  }

  @Test
  void whatIsMissingAndWhoIsAwayIsToldInEveryReport() throws Exception {
    runner("github-push");
    gate.environment.put("ASSAY_TOKEN", "given");
    Files.delete(gate.repository.resolve("reports/a.xml"));
    Gate.Ran missing = ci();
    gate.write("reports/a.xml", "<testsuite/>");
    gate.environment.put("ASSAY_URL", "http://127.0.0.1:9");
    Gate.Ran away = ci();

    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.out())
        .contains("assay: no decision on ci/", "no file matches reports/*.xml");
    assertThat(away.exit()).isEqualTo(3);
    assertThat(away.out()).contains("UNREACHABLE");
    assertThat(summary())
        .contains("REQUIRED_EVIDENCE_MISSING", "UNREACHABLE")
        .as("nothing was submitted that could be explained")
        .doesNotContain("assay explain");
    assertThat(junit().getElementsByTagName("error").getLength()).isEqualTo(1);
    assertThat(json("out/a.sarif").path("runs").path(0).path("results")).hasSize(1);
  }

  @Test
  void aJobWhoseSummaryCannotBeWrittenDoesNotPass() throws Exception {
    runner("github-push");
    gate.environment.put("ASSAY_TOKEN", "given");
    gate.environment.put("GITHUB_STEP_SUMMARY", gate.repository.toString());

    Gate.Ran ran = ci();

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("OUTPUT_LOST");
  }

  @Test
  void tenAnnotationsAreAllThatTheRunnerShows() throws Exception {
    runner("github-push");
    gate.environment.put("ASSAY_TOKEN", "given");
    Files.delete(gate.repository.resolve("reports/a.xml"));
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      words.addAll(List.of("--artifact", "test-log=none-" + i));
    }

    Gate.Ran ran = ci(words.toArray(String[]::new));

    assertThat(ran.out().lines().filter(line -> line.startsWith("::")).toList())
        .hasSize(10)
        .last()
        .isEqualTo("::error title=Assay::and 7 more; see the job summary");
  }

  @Test
  void aPromotionLeavesAPredicateToBeAttestedAndNothingElseDoes() throws Exception {
    runner("github-push");
    issuer();

    assertThat(ci("--predicate", "out/predicate.json").exit()).isZero();
    assertThat(json("out/predicate.json").path("verificationResult").asText()).isEqualTo("PASSED");
    assertThat(Files.readString(scratch.resolve("output")))
        .contains("predicate-type=https://slsa.dev/verification_summary/v1\n");

    Files.delete(scratch.resolve("output"));
    server.decides("RETRY", "VERIFICATION_FAILED", "shop.CartTest#total");
    assertThat(ci("--predicate", "out/predicate.json").exit()).isEqualTo(1);
    assertThat(gate.repository.resolve("out/predicate.json"))
        .as("what an earlier call left is not attested")
        .doesNotExist();
    assertThat(Files.readString(scratch.resolve("output"))).doesNotContain("predicate-type");
  }

  @Test
  void theActionEndsWithTheCodeOfTheCommand() throws Exception {
    runner("github-push");
    issuer();
    gate.environment.put("INPUT_URL", server.url());
    gate.environment.put("INPUT_ARTIFACTS", "test-report=reports/*.xml\n");
    gate.environment.put("INPUT_COMMAND", command().toString());
    gate.environment.put("INPUT_WORK_ITEM", "shop/$(touch oops)");

    assertThat(script("bash", "../../integrations/github/verify.sh")).isEqualTo(3);
    gate.environment.put("INPUT_WORK_ITEM", "shop/cart");
    assertThat(script("bash", "../../integrations/github/verify.sh")).isZero();
    server.issues(403, "{}");
    gate.environment.put("INPUT_UNDECIDED", "pass");
    assertThat(script("bash", "../../integrations/github/verify.sh")).isZero();
    assertThat(read("assay-verdict/comment.md")).contains("NO_IDENTITY");
    gate.environment.put("INPUT_EXIT_CODE", "1");
    assertThat(script("bash", "../../integrations/github/verify.sh"))
        .as("tests that failed are not green for want of a token")
        .isEqualTo(2);
    gate.environment.put("INPUT_EXIT_CODE", "0");
    gate.environment.put("INPUT_ARTIFACTS", "test-report=none/*.xml");
    assertThat(script("bash", "../../integrations/github/verify.sh"))
        .as("evidence that is missing is no lack of a token")
        .isEqualTo(2);

    assertThat(gate.repository.resolve("oops")).doesNotExist();
    assertThat(Files.readString(scratch.resolve("output")))
        .contains("exit-code=3\n", "decision=PROMOTE\n", "exit-code=2\n");
  }

  @Test
  void noInputOfTheActionIsTextOfAScript() throws IOException {
    assertThat(Files.readAllLines(Path.of("../../integrations/github/action.yml")))
        .filteredOn(line -> line.contains("${{"))
        .allMatch(line -> line.matches(" +(INPUT_[A-Z_]+|value): \\$\\{\\{ [a-z.-]+ }}"));
    assertThat(gitlabScript()).doesNotContain("$[[");
  }

  @Test
  void theComponentEndsWithTheCodeOfTheCommand() throws Exception {
    runner("gitlab-merge-request");
    Path directory = command().getParent();
    gate.environment.put("PATH", directory + ":" + System.getenv("PATH"));
    gate.environment.put("ASSAY_TOKEN", "aGVhZA.Ym9keQ.c2ln");
    gate.environment.put("ASSAY_ARTIFACTS", "test-report=reports/*.xml");
    gate.environment.put("ASSAY_WORK_ITEM", "shop/cart");
    gate.environment.put("ASSAY_EVIDENCE", "true");
    server.decides("RETRY", "VERIFICATION_FAILED", "shop.CartTest#total");

    assertThat(script("sh", "-c", gitlabScript())).isEqualTo(1);

    assertThat(server.tokens).containsExactly("Bearer aGVhZA.Ym9keQ.c2ln");
    assertThat(server.events.getFirst().path("type").asText()).isEqualTo("dev.assay.evidence.v1");
    assertThat(json("assay-codequality.json").path(0).path("description").asText())
        .isEqualTo("failed: shop.CartTest#total");
    assertThat(read("assay-junit.xml")).contains("shop.CartTest#total");
  }

  @Test
  void theComponentsJobRunsWhenTheTestsFailedAndIsToldWhoseReports() throws IOException {
    String text = Files.readString(Path.of("../../integrations/gitlab/templates/assay.yml"));

    assertThat(text.substring(text.indexOf("\nassay:"))).contains("\n  when: always\n");
    assertThat(text.substring(text.indexOf("    needs:"), text.indexOf("    artifacts:")))
        .doesNotContain("default:");
  }

  @Test
  void theJobThatRunsTestsMayNotAskForAToken() throws IOException {
    String page = Files.readString(Path.of("../../docs/integrations/github-actions.md"));
    String recipe = page.substring(page.indexOf("   jobs:\n"), page.indexOf("## What the step"));
    int verify = recipe.indexOf("\n     verify:\n");

    assertThat(page.substring(0, page.indexOf("   jobs:\n"))).doesNotContain("id-token: write");
    assertThat(recipe.substring(0, verify))
        .contains("mvn -B verify", "actions/upload-artifact")
        .doesNotContain("id-token");
    assertThat(recipe.substring(verify))
        .contains("id-token: write", "actions/download-artifact", "integrations/github")
        .doesNotContain("mvn");
  }

  @Test
  void theCommitIsTheRunnersWhateverHeadWasMovedTo() throws Exception {
    runner("github-pull-request-fork");
    gate.environment.put("ASSAY_TOKEN", "given");
    gate.git("init", "-q");
    gate.git("commit", "-q", "--allow-empty", "-m", "a");

    ci();

    assertThat(server.events.getFirst().path("data").path("target").path("commit").asText())
        .isEqualTo("8f".repeat(20));
    String pushed = "7a".repeat(20);
    assertThat(CiPlace.of(gate.environment).judged(pushed))
        .as("the head of the pull request, where it is checked out")
        .isEqualTo(pushed);
    assertThat(CiPlace.of(Map.of()).judged(pushed)).isEqualTo(pushed);
  }

  @Test
  void aLongWorkItemIsGivenWhole() throws Exception {
    runner("github-push");
    gate.environment.put("ASSAY_TOKEN", "given");
    String workItem = "shop/" + "a".repeat(123);

    assertThat(ci("--work-item", workItem).exit()).isZero();

    assertThat(Files.readAllLines(scratch.resolve("output"))).contains("work-item=" + workItem);
    assertThat(summary()).contains("assay explain " + workItem + '`');
  }

  @Test
  void nothingIsWaitedForLongerThanItsTime() throws Exception {
    Process silent = new ProcessBuilder("sleep", "60").start();

    assertThat(Repository.printed(silent, Duration.ofMillis(100))).isEmpty();

    assertThat(silent.waitFor(5, TimeUnit.SECONDS)).as("ended").isTrue();
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(() ->
            Timed.gathered(
                Duration.ofMillis(100),
                () -> {
                  never.await();
                  return "";
                }))
        .isInstanceOfSatisfying(
            GateException.class, e -> assertThat(e.code()).isEqualTo("EVIDENCE_TOO_SLOW"));
  }

  private static String gitlabScript() throws IOException {
    String text = Files.readString(Path.of("../../integrations/gitlab/templates/assay.yml"));
    int from = text.indexOf("    - |\n") + "    - |\n".length();
    return text.substring(from, text.indexOf("  artifacts:\n    when:"))
        .replaceAll("(?m)^ {6}", "");
  }

  /** The command as the scripts call it. */
  private Path command() throws IOException {
    Path file = Files.createDirectories(scratch.resolve("bin")).resolve("assay");
    Files.writeString(
        file,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' dev.assay.gate.CiMain \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private int script(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    for (String word : words) {
      command.add(word.startsWith("../") ? Path.of(word).toAbsolutePath().toString() : word);
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(gate.repository.toFile()).redirectErrorStream(true);
    builder.environment().putAll(gate.environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    System.getLogger("script").log(System.Logger.Level.DEBUG, said);
    return code;
  }
}
