package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Uploads against {@code assay up}. Each is decided once, as INCONCLUSIVE with the code of what is
 * wrong with it, and what is submitted beside it is promoted.
 */
class RedTeamUploadsIT {

  private static final String SCRIPT =
      "def run(result):\n    return json.encode({\"verified\": True})\n";
  private static final int ROUNDS = 8;

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(
        data.resolve("assay.yaml"), "director: {policy: policy.yaml}\n" + UpSystem.NO_CANARIES);
    Files.writeString(
        data.resolve("policy.yaml"),
        """
        name: uploads
        lenses: []
        verifiers:
          testreport:
            subjects: [test-report]
            pace: fast
          script:
            subjects: [workspace]
            pace: long
            budgetMillis: 120000
            config: {isolation: none, commands: ["true"]}
          delegation:
            subjects: [delegation-result]
            companions: [workspace]
            pace: long
            budgetMillis: 120000
            config: {script: %s}
        """
            .formatted(Digests.sha256Hex(SCRIPT)));
    system = new UpSystem(data).start();
    assertThat(system.api().put(SCRIPT, "text/x-starlark").status()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  static Stream<HostileUploads.Upload> uploads() {
    return Stream.concat(HostileUploads.bombs().stream(), HostileUploads.small("one").stream());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("uploads")
  void anUploadIsDecidedOnceAndItsNeighbourIsPromoted(HostileUploads.Upload upload)
      throws Exception {
    String item = item("one", upload);
    submit(List.of(execution(item, artifact("workspace", upload.bytes()))));
    String neighbour = "beside/" + item;

    JsonNode decision = system.submit(neighbour, neighbour, Samples.passing(item));

    assertThat(decision.path("kind").asText()).isEqualTo("PROMOTE");
    assertDecidedOnce(item, upload.code());
  }

  @Test
  void anHonestWorkspaceIsPromoted() throws Exception {
    submit(List.of(execution("honest/one", artifact("workspace", HostileUploads.honest("one")))));

    assertThat(kindOf("honest/one")).isEqualTo("PROMOTE");
  }

  @Test
  void twoWorkspacesForOneDelegationAreNoEvidence() throws Exception {
    byte[] result = "{\"response\": \"done\"}".getBytes(StandardCharsets.UTF_8);
    submit(
        List.of(
            execution(
                "delegation/two",
                artifact("delegation-result", result),
                artifact("workspace", HostileUploads.honest("first")),
                artifact("workspace", HostileUploads.honest("second")))));

    JsonNode item = system.workItem("delegation/two", 1, 3);

    assertThat(item.path("decisions").path(0).path("kind").asText()).isEqualTo("ESCALATE");
    assertThat(codes("delegation/two")).containsExactly("TOO_MANY_WORKSPACES");
  }

  @Test
  void hundredsOfSmallOnesAtOnceLeaveTheirNeighboursDecided() throws Exception {
    List<ObjectNode> events = new ArrayList<>();
    List<String> hostile = new ArrayList<>();
    List<String> neighbours = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String salt = "round-" + round;
      for (HostileUploads.Upload upload : HostileUploads.small(salt)) {
        hostile.add(item(salt, upload));
        events.add(execution(item(salt, upload), artifact("workspace", upload.bytes())));
      }
      String neighbour = "neighbour/" + round;
      neighbours.add(neighbour);
      events.add(execution(neighbour, artifact("workspace", HostileUploads.honest(salt))));
    }
    assertThat(hostile).hasSizeGreaterThan(100);

    submit(events);

    for (String neighbour : neighbours) {
      assertThat(kindOf(neighbour)).isEqualTo("PROMOTE");
    }
    for (String item : hostile) {
      assertThat(kindOf(item)).isEqualTo("ESCALATE");
    }
    assertThat(system.api().get("/readyz").status()).isEqualTo(200);
  }

  @Test
  void aRestartAmongThemIsHealthyAndDecidesEachOnce() throws Exception {
    List<HostileUploads.Upload> uploads =
        Stream.concat(
                HostileUploads.bombs().stream().limit(2), HostileUploads.small("restart").stream())
            .toList();
    List<ObjectNode> events = new ArrayList<>();
    for (HostileUploads.Upload upload : uploads) {
      events.add(execution(item("restart", upload), artifact("workspace", upload.bytes())));
    }
    submit(events);

    system.kill();
    var _ = system.start();

    JsonNode decision = system.submit("restarted", "restarted", Samples.passing("Restarted"));
    assertThat(decision.path("kind").asText()).isEqualTo("PROMOTE");
    for (HostileUploads.Upload upload : uploads) {
      assertDecidedOnce(item("restart", upload), upload.code());
    }
  }

  private static String item(String salt, HostileUploads.Upload upload) {
    return salt + "/" + upload.name().replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
  }

  private static void assertDecidedOnce(String item, String code) throws Exception {
    JsonNode shown = system.workItem(item, 1, 1);
    assertThat(shown.path("decisions").path(0).path("kind").asText()).isEqualTo("ESCALATE");
    assertThat(codes(item)).containsExactly(code);
  }

  /** How {@code item} was decided, which happened once. */
  private static String kindOf(String item) {
    JsonNode decisions =
        Await.value(
            "a decision on " + item,
            () -> {
              JsonNode found = system.api().json("/v1/work-items/" + item).path("decisions");
              return found.isEmpty() ? Optional.empty() : Optional.of(found);
            });
    assertThat(decisions).hasSize(1);
    return decisions.path(0).path("kind").asText();
  }

  /** What the INCONCLUSIVE reports on {@code item} name. */
  private static List<String> codes(String item) throws Exception {
    List<String> codes = new ArrayList<>();
    for (JsonNode listed : system.api().json("/v1/attestations?workItem=" + item).path("items")) {
      if (listed.path("result").asText().equals("INCONCLUSIVE")) {
        JsonNode report = system.api().json("/v1/reports/" + listed.path("report").asText());
        report
            .path("failureSignatures")
            .forEach(signature -> codes.add(signature.path("text").asText()));
      }
    }
    return codes;
  }

  private static ObjectNode artifact(String role, byte[] bytes) throws Exception {
    Api.Answer stored = system.api().put(bytes, "application/octet-stream");
    assertThat(stored.status()).as(stored.body()).isIn(200, 201);
    return JsonNodeFactory.instance
        .objectNode()
        .put("role", role)
        .put("sha256", Digests.sha256Hex(bytes))
        .put("size", bytes.length)
        .put("mediaType", "application/octet-stream");
  }

  private static ObjectNode execution(String item, ObjectNode... artifacts) {
    ObjectNode data = Samples.data(item, Digests.sha256Hex(item), 0);
    data.putArray("artifacts").addAll(List.of(artifacts));
    return Samples.event(item, data);
  }

  private static void submit(List<ObjectNode> events) throws Exception {
    ArrayNode batch = JsonNodeFactory.instance.arrayNode().addAll(events);
    Api.Answer answer = system.api().post(Api.BATCH, batch.toString(), "");
    assertThat(answer.status()).as(answer.body()).isIn(200, 202);
    assertThat(answer.body()).doesNotContain("\"code\"");
  }
}
