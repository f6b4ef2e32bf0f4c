package dev.assay.cfverify.cli;

import static dev.assay.cfverify.cli.SubResults.bytes;
import static dev.assay.cfverify.cli.SubResults.claim;
import static dev.assay.cfverify.cli.SubResults.claiming;
import static dev.assay.cfverify.cli.SubResults.claims;
import static dev.assay.cfverify.cli.SubResults.jsonPath;
import static dev.assay.cfverify.cli.SubResults.lines;
import static dev.assay.cfverify.cli.SubResults.quoted;
import static dev.assay.cfverify.cli.SubResults.stack;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import dev.assay.cfverify.cli.CfVerify.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents in, reports out: parsing, sampling, statuses and recommendations. */
final class ReportTest {

  private static final String MINIMAL =
      """
      {"version":"SubResult.v1","task_id":"t1","status":"ok","answers":[{"question":"q",
       "summary":"s","claims":[{"claim":"port is 8080","confidence":0.9,"evidence":[{"source":
       "conf","locator":{"type":"line_range","path":"app.conf","start":2,"end":2},
       "quote":"port=8080"}]}]}],"coverage":{"inputs_scanned":[]}}
      """;

  @TempDir Path root;
  private CfVerify command;

  @BeforeEach
  void command() {
    command = new CfVerify(root);
  }

  @Test
  void aClaimWhoseQuoteIsThereIsOk() throws IOException {
    Run run = command.file("app.conf", "host=a\nport=8080\n").verify(MINIMAL);

    assertThat(run.status()).isEqualTo("ok");
    assertThat(run.counts()).isEqualTo("1/1/0");
    assertThat(run.exit()).isZero();
    assertThat(run.report().has("recommendation")).isFalse();
    assertThat(run.report().path("task_id").asText()).isEqualTo("t1");
  }

  @Test
  void aClaimWhoseQuoteIsNotThereFailsWithItsEvidence() throws IOException {
    Run run = command.file("app.conf", "host=a\nport=9090\n").verify(MINIMAL);

    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.counts()).isEqualTo("1/0/1");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.failure(0).path("claim_id").asText()).isEqualTo("answers[0].claims[0]");
    JsonNode evidence = SubResults.MAPPER.readTree(MINIMAL).at("/answers/0/claims/0/evidence/0");
    assertThat(run.failure(0).path("evidence")).isEqualTo(evidence);
    assertThat(run.report().path("recommendation").asText()).contains("/cf-run", "cf-critic");
    assertThat(run.stdout()).doesNotContain("9090");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{bad",
        "{",
        "{}",
        "{}{}",
        "no-such-file.json",
        ".",
        "[1]",
        "nul\u0000name",
        "{\"version\":\"SubResult.v1\",\"version\":\"SubResult.v1\"}"
      })
  void whatIsNoSubResultGivesTheInvalidReport(String result) {
    assertInvalid(command.verify(result));
  }

  @Test
  void everyMissingRequiredMemberGivesTheInvalidReport() throws IOException {
    command.file("app.conf", "host=a\nport=8080\n");
    for (String pointer :
        new String[] {
          "/version",
          "/task_id",
          "/status",
          "/answers",
          "/coverage",
          "/coverage/inputs_scanned",
          "/answers/0/question",
          "/answers/0/summary",
          "/answers/0/claims",
          "/answers/0/claims/0/claim",
          "/answers/0/claims/0/confidence",
          "/answers/0/claims/0/evidence"
        }) {
      ObjectNode document = (ObjectNode) SubResults.MAPPER.readTree(MINIMAL);
      int slash = pointer.lastIndexOf('/');
      ((ObjectNode) document.at(pointer.substring(0, slash))).remove(pointer.substring(slash + 1));
      assertInvalid(command.verify(document.toString()));
    }
  }

  @Test
  void wrongVersionsBlankIdsAndEmptyEvidenceGiveTheInvalidReport() throws IOException {
    ObjectNode document = (ObjectNode) SubResults.MAPPER.readTree(MINIMAL);
    assertInvalid(command.verify(document.deepCopy().put("version", "SubResult.v2").toString()));
    assertInvalid(command.verify(document.deepCopy().put("task_id", " ").toString()));
    assertInvalid(command.verify(document.deepCopy().put("task_id", 7).toString()));
    assertInvalid(command.verify(document.deepCopy().put("status", "fine").toString()));
    assertInvalid(command.verify(claiming("a claim without evidence").toString()));
    assertInvalid(command.verify(MINIMAL.replace("0.9", "1.1")));
    assertInvalid(command.verify(MINIMAL.replace("0.9", "\"high\"")));
    assertInvalid(command.verify("{\"a\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}"));
  }

  private void assertInvalid(Run run) {
    assertThat(run.report().path("task_id").asText()).isEqualTo("unknown");
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.counts()).isEqualTo("0/0/0");
    assertThat(run.report().path("recommendation").asText()).contains("SubResult.v1");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(root.resolve(".claude/context-firewall/verify/unknown.json"))
        .hasContent(run.stdout());
  }

  @Test
  void noAnswersAreAPartialReport() {
    Run run = command.verify(SubResults.of().toString());

    assertThat(run.status()).isEqualTo("partial");
    assertThat(run.counts()).isEqualTo("0/0/0");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.report().path("recommendation").asText()).contains("line_range", "symbol_range");
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,1,1",
    "3,1,1,1",
    "4,1,1,2",
    "7,1,2,3",
    "10,1,2,3",
    "20,1,3,6",
    "21,2,4,7",
    "50,3,8,15",
    "100,5,15,30"
  })
  void theShareOfClaimsIsExact(int total, int low, int medium, int high) throws IOException {
    String document = SubResults.of(trueClaims(total)).toString();

    assertThat(command.verify(document, "--risk", "low").counts())
        .isEqualTo(low + "/" + low + "/0");
    assertThat(command.verify(document, "--risk=medium").counts())
        .isEqualTo(medium + "/" + medium + "/0");
    assertThat(command.verify(document).counts()).isEqualTo(medium + "/" + medium + "/0");
    assertThat(command.verify(document, "--risk", "high").counts())
        .isEqualTo(high + "/" + high + "/0");
  }

  @Test
  void theFirstClaimsAreSampledAcrossAnswersEveryTime() throws IOException {
    ArrayNode first = trueClaims(6);
    ArrayNode second = trueClaims(14);
    second.set(0, claim("a lie", quoted(lines("a.txt", 1, 1), "beta")));
    String document = SubResults.of(first, second).toString();

    Run medium = command.verify(document, "--risk", "medium");
    assertThat(medium.counts()).isEqualTo("3/3/0");
    assertThat(medium.stdout()).isEqualTo(command.verify(document).stdout());

    String wider = SubResults.of(first, second, trueClaims(4)).toString();
    Run high = command.verify(wider, "--risk", "high");
    assertThat(high.counts()).isEqualTo("8/7/1");
    assertThat(high.failure(0).path("claim_id").asText()).isEqualTo("answers[1].claims[0]");
  }

  @Test
  void aFalseClaimBehindTheSampleIsNotRead() throws IOException {
    ArrayNode claims = trueClaims(10);
    claims.set(8, claim("a lie", quoted(lines("a.txt", 1, 1), "beta")));

    Run run = command.verify(SubResults.of(claims).toString());

    assertThat(run.status()).isEqualTo("ok");
    assertThat(run.counts()).isEqualTo("2/2/0");
  }

  @Test
  void aFailureIsNamedByItsClaimIdOrItsPlace() throws IOException {
    command.file("a.txt", "alpha\n");
    ObjectNode lie = claim("a lie", quoted(lines("a.txt", 1, 1), "beta"));

    assertThat(
            command
                .verify(SubResults.of(claims(lie.deepCopy().put("claim_id", "C-7"))).toString())
                .failure(0)
                .path("claim_id")
                .asText())
        .isEqualTo("C-7");
    assertThat(
            command
                .verify(SubResults.of(claims(lie.deepCopy().put("claim_id", ""))).toString())
                .failure(0)
                .path("claim_id")
                .asText())
        .isEqualTo("answers[0].claims[0]");
  }

  @Test
  void evidenceThatNobodyCanVerifyMakesThePartialReport() {
    Run run =
        command.verify(claiming("x", quoted(jsonPath(), "q"), quoted(stack(), "q")).toString());

    assertThat(run.status()).isEqualTo("partial");
    assertThat(run.counts()).isEqualTo("1/0/0");
    assertThat(run.report().path("failures")).isEmpty();
    assertThat(run.report().path("recommendation").asText()).contains("line_range", "symbol_range");
  }

  @Test
  void whyAClaimIsUnverifiableIsToldOnStandardErrorWithoutItsText() {
    ArrayNode claims = claims(claim("x", quoted(stack(), "q")).put("claim_id", "C-1\u001b[31m"));

    Run run = command.verify(SubResults.of(claims).toString());

    assertThat(run.stderr())
        .isEqualToNormalizingNewlines(
            "note: a claim is unverifiable: stack_signature locators are not verifiable;"
                + " use line_range or symbol_range\n");
  }

  @Test
  void onePassedAndOneUnverifiableClaimArePartial() throws IOException {
    ArrayNode claims = trueClaims(7);
    claims.set(1, claim("x", quoted(bytes("a.txt"), "q")));

    Run run = command.verify(SubResults.of(claims).toString());

    assertThat(run.status()).isEqualTo("partial");
    assertThat(run.counts()).isEqualTo("2/1/0");
  }

  @Test
  void theResultMayBeAFileOrStandardInputOrIndentedJson() throws IOException {
    command
        .file("app.conf", "host=a\nport=8080\n")
        .file("out/r.json", "\ufeff" + MINIMAL)
        .stdin(MINIMAL);

    assertThat(command.verify("out/r.json").status()).isEqualTo("ok");
    assertThat(command.verify(root.resolve("out/r.json").toString()).status()).isEqualTo("ok");
    assertThat(command.verify("  \n " + MINIMAL).status()).isEqualTo("ok");
    assertThat(command.verify("-").status()).isEqualTo("ok");
  }

  @Test
  void anotherRootIsUsedForEvidenceAndResult() throws IOException {
    command.file("sub/app.conf", "host=a\nport=8080\n").file("sub/r.json", MINIMAL);

    assertThat(command.verify("r.json", "--root", "sub").status()).isEqualTo("ok");
    assertThat(root.resolve("sub/.claude/context-firewall/verify/t1.json")).exists();
    assertThat(root.resolve(".claude")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--risk|high",
        "--result",
        "--result|{}|--risk|urgent",
        "--result|{}|--risk|HIGH",
        "--result|{}|--frobnicate",
        "--result|{}|--result|{}",
        "--result|{}|extra",
        "--result|{}|--root|nowhere",
        "--result|{}|--allow-host|http://x/"
      })
  void wrongArgumentsAreAUsageErrorThatStillPrintsOneReport(String words) {
    Run run = command.run(words.isEmpty() ? new String[0] : words.split("\\|"));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.report().path("task_id").asText()).isEqualTo("unknown");
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.stderr()).contains("expected", "found", "next:");
    assertThat(root.resolve(".claude")).doesNotExist();
  }

  @Test
  void unknownMembersAndOddTextDoNotBreakTheReport() throws IOException {
    ObjectNode document = claiming("a lie", quoted(lines("a.txt", 1, 1), "b\u0000\ud83d\ude00\""));
    document.put("task_id", "lone \ud800 surrogate").put("extra", true);

    Run run = command.file("a.txt", "alpha\n").verify(document.toString());

    assertThat(run.counts()).isEqualTo("1/0/1");
    assertThat(run.report().path("task_id").asText()).isEqualTo("lone \ud800 surrogate");
    assertThat(run.failure(0).at("/evidence/quote").asText()).isEqualTo("b\u0000\ud83d\ude00\"");
  }

  @Test
  void theSchemasAcceptTheDocumentsThatTheCommandReadsAndWrites() {
    assertThat(CfVerify.schema("sub-result").validate(MINIMAL, InputFormat.JSON)).isEmpty();
    assertThat(
            CfVerify.schema("sub-result")
                .validate(MINIMAL.replace("\"quote\"", "\"quotation\""), InputFormat.JSON))
        .isNotEmpty();
    assertThat(
            CfVerify.schema("cf-verify-settings")
                .validate(
                    "{\"enabled\":true,\"persist\":{\"dir\":\"x\"},\"sample_rate\":{\"low\":1}}",
                    InputFormat.JSON))
        .isEmpty();
  }

  @Test
  void mutilatedDocumentsAlwaysGiveOneValidReport() throws IOException {
    command
        .file("app.conf", "host=a\nport=8080\n")
        .file(".claude/context-firewall.local.md", "---\npersist: {enabled: false}\n---\n");
    Random random = new Random(11);
    String alphabet = "{}[]\",:0-9.eE\\\u0000truefals\ud800 ";
    for (int round = 0; round < 1_000; round++) {
      StringBuilder document = new StringBuilder(MINIMAL.strip());
      for (int edits = 0; edits <= random.nextInt(4); edits++) {
        int at = 1 + random.nextInt(document.length() - 1);
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        if (random.nextBoolean()) {
          document.setCharAt(at, c);
        } else {
          document.deleteCharAt(at);
        }
      }
      Run run = command.verify(document.toString(), "--jail");
      assertThat(run.exit()).isBetween(0, 4);
    }
  }

  private ArrayNode trueClaims(int count) throws IOException {
    command.file("a.txt", "alpha\nbeta\n");
    ArrayNode claims = claims();
    for (int i = 0; i < count; i++) {
      claims.add(claim("alpha comes first", quoted(lines("a.txt", 1, 1), "alpha")));
    }
    return claims;
  }
}
