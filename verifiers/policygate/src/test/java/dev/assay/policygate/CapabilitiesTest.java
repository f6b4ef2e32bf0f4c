package dev.assay.policygate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Digests;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.TouchedFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CapabilitiesTest {

  private static final String GRANTS =
      """
      {"class":"READ","paths":["src/","docs/*.md"]},{"class":"WRITE","paths":["src/**/gen.txt","src/a.py"]},{"class":"VERIFY"}\
      """;
  private static final String ANYTHING =
      """
      {"class":"READ","paths":["**"]},{"class":"WRITE","paths":["**"]}\
      """;
  private static final String NET_CEILING =
      """
      {"ceiling":[{"class":"READ","paths":["**"]},{"class":"NET","domains":["*.example.org"]}]}\
      """;

  @TempDir private Path scratch = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"read_file\",\"params\":{\"path\":\"src/x/y.py\"}}",
        "{\"name\":\"read_file\",\"params\":{\"path\":\"./docs/../docs/a.md\"}}",
        "{\"tool\":\"write_file\",\"input\":{\"file_path\":\"src/x/gen.txt\"}}",
        "{\"function\":{\"name\":\"edit\",\"arguments\":\"{\\\"path\\\":\\\"src/a.py\\\"}\"}}",
        "{\"tool_calls\":[{\"name\":\"readFile\",\"arguments\":{\"path\":\"src\"}}]}",
        "{\"name\":\"run_tests\",\"params\":{}}"
      })
  void whatTheLeaseCoversPasses(String call) {
    boolean shell = call.contains("run_tests");

    assertThat(
            trace(GRANTS, call)
                .config(shell ? "{\"tools\":{\"run_tests\":\"VERIFY\"}}" : "{}")
                .judge()
                .result())
        .isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"name\":\"read_file\",\"params\":{\"path\":\"/etc/passwd\"}}|outside-scope READ",
        "{\"name\":\"read_file\",\"params\":{\"path\":\"src/../../x\"}}|outside-scope READ",
        "{\"name\":\"read_file\",\"params\":{\"path\":\"docs/deep/a.md\"}}|outside-scope READ",
        "{\"name\":\"write_file\",\"params\":{\"path\":\"src/b.py\"}}|outside-scope WRITE",
        "{\"name\":\"web_fetch\",\"params\":{\"url\":\"https://a.example.org/x\"}}|class-not-granted"
            + " NET",
        "{\"name\":\"read_file\",\"params\":{\"path\":\"src/a\",\"url\":\"http://h/\"}}|class-not-granted"
            + " NET",
        "{\"name\":\"run_query\",\"params\":{\"table\":\"orders\"}}|class-not-granted DB",
        "{\"name\":\"git_push\",\"params\":{}}|class-not-granted PUBLISH"
      })
  void whatTheLeaseDoesNotCoverFails(String call, String broken) {
    assertThat(trace(GRANTS, call).config("{\"tools\":{\"run_query\":\"DB\"}}").broken())
        .containsExactly(broken);
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example.org/x,PASS",
    "https://A.EXAMPLE.ORG:8443/,PASS",
    "https://example.org/,FAIL",
    "https://a.example.org@evil.net/,FAIL",
    "https://aexample.org/,FAIL"
  })
  void hostsAreComparedByTheirWholeName(String url, Result result) {
    String call = "{\"name\":\"fetch\",\"params\":{\"url\":\"" + url + "\"}}";

    assertThat(
            trace("{\"class\":\"NET\",\"domains\":[\"*.example.org\"]}", call)
                .config(NET_CEILING)
                .judge()
                .result())
        .isEqualTo(result);
  }

  @Test
  void noLeaseCanAllowMoreThanThePolicy() {
    String call = "{\"name\":\"fetch\",\"params\":{\"url\":\"https://a.example.org/\"}}";

    assertThat(trace("{\"class\":\"NET\",\"domains\":[\"*\"]}", call).broken())
        .contains("lease-exceeds-policy NET", "class-not-granted NET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"bash\",\"params\":{\"command\":\"ls\"}}",
        "{\"name\":\"frobnicate\",\"params\":{}}",
        "{\"name\":\"read_file\",\"params\":{}}",
        "not json",
        "{\"level\":\"info\"}"
      })
  void aCallWhoseEffectIsUnknownIsInconclusive(String call) {
    assertThat(trace(GRANTS, call).judge().result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void filesThatTheTraceWritesAreTouchedWhateverTheExecutionNames() {
    String calls =
        """
        {"name":"write_file","params":{"path":"./src/payments/../payments/Card.java"}}
        {"name":"edit_file","params":{"path":"README.md"}}
        {"name":"read_file","params":{"path":"src/payments/Key.java"}}
        """;

    assertThat(trace(ANYTHING, calls).files("README.md").judge().touched())
        .containsExactly("src/payments/Card.java");
  }

  @Test
  void anAbsolutePathIsTouchedFromEachSegmentOnUnlessTheRootIsKnown() {
    String call = "{\"name\":\"write_file\",\"params\":{\"path\":\"/w/shop/deploy/a.yaml\"}}";

    assertThat(trace(ANYTHING, call).files("README.md").judge().touched())
        .contains("deploy/a.yaml", "shop/deploy/a.yaml", "/w/shop/deploy/a.yaml");
    assertThat(
            trace(ANYTHING, call)
                .config("{\"promotion\":{\"root\":\"/w/shop\"}}")
                .judge()
                .touched())
        .containsExactly("deploy/a.yaml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"write_file\",\"params\":{}}",
        "{\"name\":\"write_file\",\"params\":{\"path\":\"../x\"}}"
      })
  void aWriteThatDoesNotTellItsFileTouchesAny(String call) {
    assertThat(trace(ANYTHING, call).files("README.md").judge().touched())
        .containsExactly(TouchedFiles.UNTOLD);
  }

  @Test
  void aCrowdOfWrittenFilesHidesNone() {
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      calls.append("{\"name\":\"write_file\",\"params\":{\"path\":\"docs/" + i + "\"}}\n");
    }

    assertThat(trace(ANYTHING, calls.toString()).judge().touched()).contains(TouchedFiles.UNTOLD);
  }

  @Test
  void aHostThatIsTooLongToCompareStillNeedsTheNetwork() {
    String call =
        "{\"name\":\"read_file\",\"params\":{\"path\":\"src/a\",\"url\":\"https://a.example.org/"
            + "x".repeat(PolicyGateLimits.OBJECT_CHARS_MAX)
            + "\"}}";
    String net =
        """
        {"class":"READ","paths":["src/"]},{"class":"NET","domains":["*.example.org"]}\
        """;
    Runs leased = trace(net, call).config(NET_CEILING);

    assertThat(trace(GRANTS, call).broken()).containsExactly("class-not-granted NET");
    assertThat(leased.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(leased.details()).contains("unknown-object");
  }

  @Test
  void aLeaseWithNothingToCompareIsInconclusive() {
    Runs run = new Runs(scratch).with(ArtifactRole.POLICY_SUBJECT, lease(GRANTS, ""));

    assertThat(run.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(run.details()).contains("no-trace");
  }

  @Test
  void aTraceWithoutALeaseIsInconclusive() {
    Runs run =
        new Runs(scratch)
            .with(ArtifactRole.POLICY_SUBJECT, "notes")
            .with(ArtifactRole.TOOL_TRACE, "{\"name\":\"read_file\",\"params\":{\"path\":\"a\"}}");

    assertThat(run.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(run.details()).contains("no-lease");
  }

  @Test
  void declaredFilesNeedLeaveToWriteThem() {
    Runs run = new Runs(scratch).with(ArtifactRole.POLICY_SUBJECT, lease(GRANTS, ""));

    assertThat(run.files("src/a.py").judge().result()).isEqualTo(Result.PASS);
    assertThat(run.files("src/a.py", ".github/workflows/ci.yml").broken())
        .containsExactly("outside-scope WRITE");
  }

  @Test
  void budgetsOfCallsAndBytesAreKept() {
    String call = "{\"name\":\"read_file\",\"params\":{\"path\":\"src/x\"}}\n";

    assertThat(budget("\"calls\":3", call.repeat(3)).judge().result()).isEqualTo(Result.PASS);
    assertThat(budget("\"calls\":3", call.repeat(4)).broken())
        .containsExactly("budget-exceeded calls");
    assertThat(budget("\"bytes\":20", call).broken()).containsExactly("budget-exceeded bytes");
    assertThat(
            trace("{\"class\":\"READ\",\"paths\":[\"**\"],\"callsMax\":1}", call + call).broken())
        .containsExactly("budget-exceeded READ");
  }

  @Test
  void aLeaseIsGoodForItsWorkItemAndContentOnly() {
    String call = "{\"name\":\"read_file\",\"params\":{\"path\":\"src/x\"}}";
    String mine = ",\"principal\":{\"workItem\":\"demo/item\",\"mood\":\"CALM\"}";
    String other = ",\"principal\":{\"workItem\":\"demo/other\"}";
    String id = ",\"leaseId\":\"" + "0".repeat(64) + "\"";

    assertThat(withLease(lease(GRANTS, mine), call).judge().result()).isEqualTo(Result.PASS);
    assertThat(withLease(lease(GRANTS, other), call).broken())
        .containsExactly("lease-of-another-work-item");
    assertThat(withLease(lease(GRANTS, id), call).broken()).containsExactly("lease-id-mismatch");
    assertThat(withLease(lease(GRANTS, ",\"revoked\":true"), call).broken())
        .containsExactly("lease-revoked");
    assertThat(withLease(identified(lease(GRANTS, "")), call).judge().result())
        .isEqualTo(Result.PASS);
  }

  @Test
  void promotionIsTheDirectorsAndNetworkStaysApartFromPrivateData() {
    String grants =
        """
        {"class":"PROMOTE"},{"class":"NET","domains":["*"]},{"class":"DB","tables":["*"]}\
        """;
    String call = "{\"name\":\"read_file\",\"params\":{\"path\":\"x\"}}";

    assertThat(
            withLease(lease(grants, ",\"principal\":{\"mood\":\"PARANOID\"}"), call)
                .config("{\"checks\":[\"promotion\"]}")
                .broken())
        .containsExactlyInAnyOrder(
            "director-only-class PROMOTE",
            "class-against-mood PROMOTE",
            "class-against-mood NET",
            "class-against-mood DB",
            "network-beside-private-data");
  }

  @Test
  void protectedPathsAreTouchedByNobody() {
    String config = "{\"promotion\":{\"protectedPaths\":[\".github/\"]}}";
    String grants = "{\"class\":\"WRITE\",\"paths\":[\"**\"]}";
    String call = "{\"name\":\"write_file\",\"params\":{\"path\":\"./.github/workflows/ci.yml\"}}";

    assertThat(trace(grants, call).config(config).broken()).containsExactly("protected-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"write_file\",\"params\":{\"text\":\"x\"}}",
        "{\"name\":\"write_file\",\"params\":{\"path\":{\"to\":\".github/ci.yml\"}}}",
        "{\"name\":\"write_file\",\"params\":{\"path\":\"../repository/.github/ci.yml\"}}",
      })
  void aWriteToAPathThatIsNotToldCannotBeShownToSpareTheProtectedOnes(String call) {
    String config = "{\"promotion\":{\"protectedPaths\":[\".github/\"]}}";
    Runs run = trace("{\"class\":\"WRITE\",\"paths\":[\"**\"]}", call).config(config);

    assertThat(run.judge().result()).isNotEqualTo(Result.PASS);
  }

  @Test
  void anAddressThatIsNoTextStillNeedsTheNetwork() {
    String call =
        "{\"name\":\"read_file\",\"params\":{\"path\":\"src/a\",\"url\":{\"host\":\"a.example.org\"}}}";

    assertThat(trace(GRANTS, call).broken()).containsExactly("class-not-granted NET");
  }

  @Test
  void missingProvenanceIsInconclusive() {
    String call = "{\"name\":\"read_file\",\"params\":{\"path\":\"src/x\"}}";

    assertThat(
            trace(GRANTS, call).config("{\"promotion\":{\"requireCommit\":true}}").judge().result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",\"unknown\":1",
        ",\"budget\":{\"calls\":-1}",
        ",\"budget\":{\"calls\":\"3\"}",
        ",\"principal\":7",
        ",\"principal\":{\"mood\":\"GRUMPY\"}",
        ",\"revoked\":\"yes\""
      })
  void aMalformedLeaseIsInconclusive(String member) {
    String call = "{\"name\":\"read_file\",\"params\":{\"path\":\"src/x\"}}";

    Runs run = withLease(lease(GRANTS, member), call);

    assertThat(run.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(run.details()).contains("lease-malformed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{\"promotion\":{\"requireCommit\":\"yes\"}}",
        "{\"promotion\":{\"requireProvenance\":1}}",
        "{\"promotion\":{\"requireCommit\":null}}",
        "{\"tools\":\"run_tests\"}",
        "{\"tools\":[\"run_tests\"]}",
        "{\"tools\":{\"run_tests\":\"FLY\"}}"
      })
  void aWrongPolicyStopsTheRunInsteadOfSwitchingARuleOff(String config) {
    Runs run = trace(GRANTS, "{}").config(config);

    assertThatThrownBy(run::judge)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("repair the policy");
  }

  private Runs trace(String grants, String trace) {
    return withLease(lease(grants, ""), trace);
  }

  private Runs budget(String budget, String trace) {
    return withLease(lease(GRANTS, ",\"budget\":{" + budget + "}"), trace);
  }

  private Runs withLease(String lease, String trace) {
    return new Runs(scratch)
        .with(ArtifactRole.POLICY_SUBJECT, lease)
        .with(ArtifactRole.TOOL_TRACE, trace);
  }

  private static String lease(String grants, String more) {
    return "{\"documentType\":\"capability-lease/v1\",\"grants\":[" + grants + "]" + more + "}";
  }

  private static String identified(String lease) {
    var tree = (com.fasterxml.jackson.databind.node.ObjectNode) tree(lease);
    tree.put("leaseId", Digests.sha256Hex(CanonicalJson.bytes(tree)));
    return tree.toString();
  }

  private static com.fasterxml.jackson.databind.JsonNode tree(String json) {
    return Json.tree(json.getBytes(StandardCharsets.UTF_8))
            instanceof
            dev.assay.schemas.Parsed.Accepted<com.fasterxml.jackson.databind.JsonNode>(var tree)
        ? tree
        : com.fasterxml.jackson.databind.node.MissingNode.getInstance();
  }
}
