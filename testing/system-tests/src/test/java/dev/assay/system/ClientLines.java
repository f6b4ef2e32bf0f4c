package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.client.AssayClient;
import dev.assay.client.AssayException;
import dev.assay.client.Submitted;
import dev.assay.core.verify.OfflineCheck;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** The Java client as {@code clients/conformance} drives it: a JSON line in, one out. */
final class ClientLines {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ClientLines() {}

  static void main() throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      byte[] answer = Json.write(answered(new Api.Answer(200, line).json()));
      System.out.println(new String(answer, StandardCharsets.UTF_8));
    }
  }

  private static ObjectNode answered(JsonNode asked) throws IOException, InterruptedException {
    ObjectNode answer = JSON.objectNode();
    try {
      return answer.set("ok", done(asked));
    } catch (AssayException e) {
      return answer
          .put("code", e.code())
          .put("detail", e.detail())
          .put("expected", e.expected())
          .put("found", e.found());
    }
  }

  private static JsonNode done(JsonNode asked) throws IOException, InterruptedException {
    String call = text(asked, "call");
    if (call.equals("verify")) {
      return Json.toTree(
          OfflineCheck.of(
              text(asked, "envelope"),
              text(asked, "proof"),
              text(asked, "keys"),
              asked.path("id").textValue()));
    }
    try (AssayClient client =
        new AssayClient(URI.create(text(asked, "url")), asked.path("token").textValue())) {
      return switch (call) {
        case "put" ->
            Json.toTree(
                client.put(
                    ArtifactRole.TEST_REPORT,
                    text(asked, "mediaType"),
                    Path.of(text(asked, "file"))));
        case "submit" -> {
          Submitted<JsonNode> told =
              client.submitted(asked.path("event"), seconds(asked, "wait", 0));
          ObjectNode submitted = JSON.objectNode().put("duplicate", told.duplicate());
          told.decision().ifPresent(decision -> submitted.set("decision", decision));
          yield submitted;
        }
        case "wait" ->
            client
                .wait(
                    text(asked, "workItem"),
                    asked.path("attempt").asInt(1),
                    seconds(asked, "seconds", 60))
                .<JsonNode>map(Json::toTree)
                .orElse(JSON.nullNode());
        case "explain" -> client.explanation(text(asked, "workItem"));
        default -> throw new AssertionError("expected a call of the script, found " + call);
      };
    }
  }

  private static Duration seconds(JsonNode asked, String name, int otherwise) {
    return Duration.ofSeconds(asked.path(name).asInt(otherwise));
  }

  private static String text(JsonNode asked, String name) {
    return asked.path(name).asText();
  }
}
