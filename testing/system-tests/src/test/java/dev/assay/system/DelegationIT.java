package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.client.AssayClient;
import dev.assay.client.Delegate;
import dev.assay.client.DelegatedTask;
import dev.assay.client.LoopEnd;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delegations through the whole pipeline, with a verifier that reads ground truth. */
class DelegationIT {

  private static final String VERIFIER =
      """
      def run(result):
          info = fs.stat(args["expected_path"])
          return json.encode({
              "verified": info != None,
              "reason": "" if info else "expected file does not exist",
          })
      """;
  private static final String RETRY_PROMPT =
      "VERIFICATION FAILED on the previous attempt: delegation: expected file does not exist"
          + "\n\nThe task is NOT complete. Re-examine the actual state of the world and finish the"
          + " work. Do not just claim success — actually verify the side effects exist before"
          + " responding.";
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String AGENT_SPAN = "b7ad6b7169203331";
  private static final String PARENT = "00-" + TRACE + "-" + AGENT_SPAN + "-01";

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));
  private static @Nullable OtlpReceiver receiver;

  private static OtlpReceiver receiver() {
    return Objects.requireNonNull(receiver, "started first");
  }

  @BeforeAll
  static void start() throws Exception {
    receiver = new OtlpReceiver();
    Path data = Files.createDirectories(home.resolve("data"));
    Path site = Files.createDirectories(home.resolve("site"));
    Files.writeString(
        data.resolve("assay.yaml"),
        """
        telemetry: {otlpEndpoint: "%1$s"}
        outgoing:
          hosts: ["%3$s"]
          endpoints:
            traces: {kind: otlp, secretUrl: "%1$s/v1/logs"}
        director: {policy: policy.yaml}
        worker:
          verifiers:
            delegation: {roots: {site: "%2$s"}}
        """
            .formatted(receiver().url(), site, receiver().url().substring("http://".length())));
    Files.writeString(
        data.resolve("policy.yaml"),
        """
        name: delegations
        retriesMax: 2
        verifiers:
          delegation:
            subjects: [delegation-result]
            pace: long
            budgetMillis: 60000
            config: {script: %s, roots: [site], args: {expected_path: out.txt}}
        """
            .formatted(Digests.sha256Hex(VERIFIER)));
    system = new UpSystem(data).start();
    try (AssayClient client = client()) {
      var _ =
          client.put(
              ArtifactRole.POLICY_SUBJECT,
              "text/x-starlark",
              VERIFIER.getBytes(StandardCharsets.UTF_8));
    }
  }

  @AfterAll
  static void stop() {
    system.close();
    if (receiver != null) {
      receiver.close();
    }
  }

  @Test
  void aFabricatedSuccessIsRefusedRetriedAndPromotedInOneTrace() throws Exception {
    Path expected = home.resolve("site").resolve("out.txt");
    Files.deleteIfExists(expected);
    List<String> prompts = new ArrayList<>();

    LoopEnd end =
        loop(
            "delegation/retried",
            null,
            prompt -> {
              prompts.add(prompt);
              if (prompts.size() == 2) {
                Files.writeString(expected, "done\n");
              }
              return claim();
            });

    assertThat(prompts).containsExactly("Create out.txt.", RETRY_PROMPT);
    assertThat(end)
        .isInstanceOfSatisfying(
            LoopEnd.Verified.class,
            verified -> {
              assertThat(verified.decision().attempt()).isEqualTo(2);
              assertThat(verified.result()).isEqualTo(claim());
              assertSummary(verified.decision());
            });
    assertThat(decisions("delegation/retried")).containsExactly("RETRY", "PROMOTE");
    assertOneTrace();
  }

  /** A CI job can have the promotion attested by others. */
  private static void assertSummary(Decision promoting) {
    try (AssayClient client = client()) {
      JsonNode summary =
          client.verificationSummary(Objects.requireNonNull(promoting.promotion(), "promoted"));
      assertThat(summary.path("predicateType").asText())
          .isEqualTo("https://slsa.dev/verification_summary/v1");
      assertThat(summary.at("/predicate/verificationResult").asText()).isEqualTo("PASSED");
      assertThat(summary.at("/predicate/resourceUri").asText()).contains("delegation/retried");
    } catch (Exception e) {
      throw new AssertionError("expected the summary of a promotion", e);
    }
  }

  private static void assertOneTrace() {
    Await.until(
        "all stages of both attempts are exported",
        () -> receiver().spans("delegation/retried").size() >= 8);
    List<OtlpReceiver.Received> spans = receiver().spans("delegation/retried");
    assertThat(spans)
        .allSatisfy(span -> {
          assertThat(span.trace()).isEqualTo(TRACE);
          assertThat(span.parent()).isEqualTo(AGENT_SPAN);
        });
    assertThat(spans)
        .extracting(
            OtlpReceiver.Received::name,
            span -> span.attribute("assay.attempt"),
            span -> span.attribute("assay.result") + span.attribute("assay.decision"))
        .contains(
            tuple("assay.accept", "1", ""),
            tuple("assay.plan", "1", ""),
            tuple("assay.verify", "1", "FAIL"),
            tuple("assay.decide", "1", "RETRY"),
            tuple("assay.accept", "2", ""),
            tuple("assay.plan", "2", ""),
            tuple("assay.verify", "2", "PASS"),
            tuple("assay.decide", "2", "PROMOTE"));
    assertVerdictsOnTheTrace();
  }

  private static void assertVerdictsOnTheTrace() {
    Await.until(
        "both verdicts are told", () -> receiver().events("delegation/retried").size() >= 2);
    List<JsonNode> events = receiver().events("delegation/retried");
    assertThat(events)
        .allSatisfy(event -> {
          assertThat(event.path("eventName").asText()).isEqualTo("gen_ai.evaluation.result");
          assertThat(event.path("traceId").asText()).isEqualTo(TRACE);
          assertThat(event.path("spanId").asText()).isEqualTo(AGENT_SPAN);
        });
    assertThat(events)
        .extracting(event -> event.at("/attributes/1/value/stringValue").asText())
        .containsExactly("fail", "pass");
  }

  @Test
  void aDelegateThatOnlyClaimsIsEscalatedWhenItsRetriesAreUsedUp() throws Exception {
    Files.deleteIfExists(home.resolve("site").resolve("out.txt"));
    List<String> prompts = new ArrayList<>();

    LoopEnd end =
        loop(
            "delegation/claimed",
            1,
            prompt -> {
              prompts.add(prompt);
              return claim();
            });

    assertThat(prompts).hasSize(2);
    assertThat(end)
        .isInstanceOfSatisfying(
            LoopEnd.Refused.class,
            refused -> {
              assertThat(refused.attempts()).isEqualTo(2);
              assertThat(refused.decision().kind()).isEqualTo(DecisionKind.ESCALATE);
              assertThat(refused.decision().reasons()).contains("RETRIES_EXHAUSTED");
            });
    assertThat(decisions("delegation/claimed")).containsExactly("RETRY", "ESCALATE");
  }

  private static JsonNode claim() {
    return JsonNodeFactory.instance.objectNode().put("response", "I created out.txt.");
  }

  private static LoopEnd loop(String id, @Nullable Integer retries, Delegate delegate)
      throws Exception {
    try (AssayClient client = client()) {
      return client.loop(
          new DelegatedTask(
              id,
              "assay:system-tests",
              "Create out.txt.",
              new Agent("system-tests", "agent-1", null),
              List.of("delegation"),
              retries,
              PARENT,
              Await.PATIENCE),
          delegate);
    }
  }

  private static AssayClient client() throws Exception {
    return new AssayClient(
        URI.create(system.api().url()),
        Files.readString(system.directory().resolve("tokens/operator")).strip());
  }

  private static List<String> decisions(String workItem) {
    return Await.value(
        "both decisions of " + workItem,
        () -> {
          JsonNode decisions = system.api().json("/v1/work-items/" + workItem).path("decisions");
          return decisions.size() < 2
              ? Optional.empty()
              : Optional.of(
                  StreamSupport.stream(decisions.spliterator(), false)
                      .map(decision -> decision.path("kind").asText())
                      .toList());
        });
  }
}
