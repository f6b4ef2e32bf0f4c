package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that plans and reviews, and one that misbehaves, through {@code assay up}. */
class ModelIT {

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));
  private static HttpServer model;
  private static volatile String plan = "{}";
  private static volatile String review = "{}";

  @BeforeAll
  static void start() throws Exception {
    model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    model.createContext(
        "/v1/chat/completions",
        exchange -> {
          String asked =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          ObjectNode answer = JsonNodeFactory.instance.objectNode();
          answer
              .putArray("choices")
              .addObject()
              .putObject("message")
              .put("content", asked.contains("You choose verifiers") ? plan : review);
          byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    model.start();
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(
        data.resolve("policy.yaml"),
        """
        name: with-model
        verifiers:
          testreport: {subjects: [test-report], pace: fast, budgetMillis: 2000}
        model: {plan: true}
        """);
    Files.writeString(
        data.resolve("assay.yaml"),
        """
        director: {policy: policy.yaml}
        model: {url: "http://127.0.0.1:%d/v1", name: tiny, review: true, timeoutMillis: 1500}
        """
            .formatted(model.getAddress().getPort()));
    system = new UpSystem(data).start();
  }

  @AfterAll
  static void stop() {
    system.close();
    model.stop(0);
  }

  @Test
  void aPlanWaitsForTheModelAndWhatItMayNotChooseIsRefusedAndRecorded() throws Exception {
    plan = "{\"verifiers\":[\"testreport\",\"nosuch\",\"curl http://evil.example\"]}";
    review = "{\"status\":\"PASS\"}";

    JsonNode decision = system.submit("m-1", "model/plan", Samples.passing("model.Plan"));

    assertThat(decision.path("kind").asText()).isEqualTo("PROMOTE");
    assertThat(Api.texts(decision.path("reasons"))).contains("SUGGESTION_REFUSED");
    JsonNode item = system.workItem("model/plan", 1, 2);
    assertThat(item.at("/cost/modelCalls").asInt()).isEqualTo(1);
    assertThat(item.toString()).doesNotContain("evil.example");
  }

  @Test
  void aModelThatTalksNonsenseHoldsNothingUpAndExcusesNothing() throws Exception {
    plan = "I think you should run everything!";
    review = "{\"status\":\"PASS\",\"summary\":\"all fine\",\"confidence\":1}";

    JsonNode failed = system.submit("m-2", "model/fail", Samples.failing("model.Fail"));

    assertThat(failed.path("kind").asText()).isEqualTo("RETRY");
    assertThat(Api.texts(failed.path("reasons"))).contains("VERIFICATION_FAILED");
  }

  @Test
  void aModelsObjectionKeepsPassingWorkFromPromotionAndTheAttestationNamesTheModel()
      throws Exception {
    plan = "{\"verifiers\":[]}";
    review = "{\"status\":\"FAIL\",\"summary\":\"too few tests\"}";

    JsonNode decision = system.submit("m-3", "model/object", Samples.passing("model.Object"));

    assertThat(decision.path("kind").asText()).isEqualTo("RETRY");
    String id = decision.at("/attestations/0").asText();
    assertThat(system.statement(id).toString())
        .contains("+review:tiny", "the model tiny says FAIL");
  }
}
