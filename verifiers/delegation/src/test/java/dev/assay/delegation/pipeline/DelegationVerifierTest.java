package dev.assay.delegation.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.delegation.Scripted;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.testkit.MemoryScope;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One attempt of a delegation as a step of the pipeline. */
class DelegationVerifierTest {

  private static final String DIGEST = "0".repeat(64);
  private static final String EXISTS =
      "def run(result):\n  ok = fs.exists(args['path'])\n"
          + "  return json.encode({'verified': ok, 'reason': '' if ok else 'no file'})\n";

  @TempDir Path directory;
  private MemoryScope scope = new MemoryScope(Path.of(""));
  private ObjectNode config = JsonNodeFactory.instance.objectNode();
  private DelegationGrants grants = DelegationGrants.NONE;

  @BeforeEach
  void start() throws Exception {
    scope = new MemoryScope(Files.createDirectories(directory.resolve("scratch")));
    config = JsonNodeFactory.instance.objectNode();
    Files.createDirectories(directory.resolve("truth"));
    grants =
        new DelegationGrants(Map.of("truth", directory.resolve("truth").toString()), List.of());
  }

  private String stored(String text) {
    return scope.add(ArtifactRole.POLICY_SUBJECT, text.getBytes(StandardCharsets.UTF_8)).sha256();
  }

  private Finding verify(String result) throws Exception {
    ArtifactRef artifact =
        scope.add(ArtifactRole.DELEGATION_RESULT, result.getBytes(StandardCharsets.UTF_8));
    VerificationRequest request =
        new VerificationRequest(
            DIGEST,
            "work",
            DIGEST,
            DIGEST,
            1,
            DelegationVerifier.TYPE,
            CanonicalJson.text(config),
            List.of(artifact),
            null,
            null,
            Risk.MEDIUM,
            null,
            60_000,
            null);
    return new DelegationVerifier(grants, InstantSource.fixed(Scripted.NOW)).verify(request, scope);
  }

  private void existence() {
    config.put("script", stored(EXISTS));
    config.putObject("args").put("path", "out.txt");
    config.putArray("roots").add("truth");
  }

  @Test
  void aLieFailsWithTheReasonAndTheTruthPasses() throws Exception {
    existence();

    Finding lie = verify("{\"response\":\"done\"}");
    Files.writeString(directory.resolve("truth/out.txt"), "x");
    Finding truth = verify("{\"response\":\"done\"}");

    assertThat(lie.result()).isEqualTo(Result.FAIL);
    assertThat(lie.summary()).isEqualTo("no file");
    assertThat(lie.failureSignatures()).hasSize(1);
    assertThat(truth.result()).isEqualTo(Result.PASS);
    assertThat(truth.basisOf(DelegationVerifier.INFO)).isEqualTo(EvidenceBasis.OBSERVED);
  }

  @Test
  void whatWasRunIsAttestedByItsDigest() throws Exception {
    existence();
    Finding first = verify("{\"response\":\"a\"}");
    Finding same = verify("{\"response\":\"b\"}");
    config.put("script", stored(EXISTS + "\n"));
    Finding other = verify("{\"response\":\"a\"}");

    assertThat(first.commandDigest()).isEqualTo(same.commandDigest());
    assertThat(first.commandDigest()).isNotEqualTo(other.commandDigest());
  }

  @Test
  void aHookBlocksAndAModifyingHookLeavesItsResultInTheDetails() throws Exception {
    String hook =
        "---\nevent: delegation.post_verify\nscript: |\n  def handle(e, p):\n    return %s\n---\n";
    config.putArray("hooks").add(stored(hook.formatted("modify({'response': 'canon'})")));
    Finding modified = verify("{\"response\":\"raw\"}");
    config.putArray("hooks").add(stored(hook.formatted("block('against policy')")));
    Finding blocked = verify("{\"response\":\"raw\"}");

    String details =
        new String(scope.bytes(Objects.requireNonNull(modified.details())), StandardCharsets.UTF_8);
    assertThat(details).contains("\"verified\":true", "\"response\":\"canon\"");
    assertThat(blocked.result()).isEqualTo(Result.FAIL);
    assertThat(blocked.summary()).endsWith(": against policy");
  }

  @Test
  void aBrokenVerifierIsNoVerdict() throws Exception {
    config.put("script", stored("def run(result):\n  return None\n"));

    Finding finding = verify("{\"response\":\"x\"}");

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.summary()).startsWith("verification_failed: verify script error");
    assertThat(finding.hyperthesis()).isNotEmpty();
  }

  private static final String HOOK = "---\nevent: delegation.post_verify\n%s---\n";

  private static String script(String body) {
    return HOOK.formatted("script: |\n  def handle(event, payload):\n    " + body + "\n");
  }

  private Finding withHooks(String... hooks) throws Exception {
    var digests = config.putArray("hooks");
    for (String hook : hooks) {
      digests.add(stored(hook));
    }
    return verify("{\"response\":\"I did everything\"}");
  }

  static List<String> hooksThatDecideNothing() {
    return List.of(
        HOOK.formatted(""),
        HOOK.formatted("script:\n"),
        HOOK.formatted("script: ~\n"),
        HOOK.formatted("when: 'False'\nscript: |\n  def handle(e, p):\n    return allow()\n"),
        HOOK.formatted("when: '[]'\nscript: |\n  def handle(e, p):\n    return allow()\n"),
        HOOK.formatted("when: '0'\nscript: |\n  def handle(e, p):\n    return allow()\n"),
        script("return None"),
        script("pass"),
        script("log('looked at it')"));
  }

  static List<String> brokenHooks() {
    return List.of(
        script("return 'allow'"),
        script("return 'looks good'"),
        script("return 1"),
        script("return True"),
        script("return 0.9"),
        script("return []"),
        script("return [allow()]"),
        script("return {}"),
        script("return {'action': 'accept'}"),
        script("return {'action': 'Allow'}"),
        script("return {'action': None}"),
        script("return {'verified': True}"),
        script("return json.encode(allow())"),
        script("return allow"),
        script("return 1 // 0"),
        script("fail('no')"),
        HOOK.formatted("script: ''\n"),
        HOOK.formatted("script: '# nothing'\n"),
        HOOK.formatted("script: |\n  def handel(e, p):\n    return allow()\n"),
        HOOK.formatted(
            "when: 'payload[\"tool_calls\"]'\nscript: |\n  def handle(e, p):\n    return allow()\n"));
  }

  @ParameterizedTest
  @MethodSource("hooksThatDecideNothing")
  void whenNoCheckRanThereIsNothingToPassOn(String hook) throws Exception {
    Finding alone = withHooks(hook);
    Finding several = withHooks(hook, HOOK.formatted("priority: 3\n"));
    Finding beside = withHooks(hook, script("return allow()"));

    assertThat(alone.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(alone.summary()).contains("no check ran");
    assertThat(alone.confidence()).isZero();
    assertThat(several.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(beside.result()).isEqualTo(Result.PASS);
    assertThat(beside.basisOf(DelegationVerifier.INFO))
        .as("nothing was read but what the judged party said")
        .isEqualTo(EvidenceBasis.CLAIMED);
  }

  @ParameterizedTest
  @MethodSource("brokenHooks")
  void aBrokenHookIsABrokenVerifierWhoeverElseAllows(String hook) throws Exception {
    Finding alone = withHooks(hook);
    Finding beside = withHooks(script("return allow()"), hook);

    assertThat(alone.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(alone.summary()).startsWith("verification_failed: ");
    assertThat(beside.result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void anEmptyInlineScriptChecksNothing() throws Exception {
    config.put("script", stored(" \n"));

    assertThat(verify("{\"response\":\"x\"}").result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(withHooks(script("return allow()")).result()).isEqualTo(Result.PASS);
  }

  @Test
  void nothingToVerifyWithIsNeverAPass() throws Exception {
    assertThat(verify("{\"response\":\"x\"}").result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aHostOrRootThatTheWorkerDoesNotGrantIsNotUsed() throws Exception {
    existence();
    config.putArray("allowHosts").add("example.com");
    assertThatThrownBy(() -> verify("{\"response\":\"x\"}"))
        .isInstanceOf(NotAllowedHereException.class)
        .hasMessageContaining("allowHosts");
    config.remove("allowHosts");
    config.putArray("roots").add("elsewhere");

    assertThatThrownBy(() -> verify("{\"response\":\"x\"}"))
        .isInstanceOf(NotAllowedHereException.class)
        .hasMessageContaining("roots");
  }

  @Test
  void anArtifactThatIsNoResultFails() throws Exception {
    existence();

    assertThat(verify("[]").result()).isEqualTo(Result.FAIL);
    assertThat(verify("no json").summary()).startsWith("not a delegation result: ");
  }

  @Test
  void aConfigurationOfAnotherShapeIsRefused() {
    config.put("scripts", "x");

    assertThatThrownBy(() -> verify("{\"response\":\"x\"}"))
        .hasMessageContaining("delegation configuration");
  }
}
