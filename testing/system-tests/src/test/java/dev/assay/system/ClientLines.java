package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.client.OfflineCheck;
import dev.assay.client.AssayClient;
import dev.assay.client.AssayException;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The Java client as {@code clients/conformance} drives it: a JSON line in, one out. It verifies
 * nothing; the command does, whose verifier answers here without a process for each document.
 */
final class ClientLines {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ClientLines() {}

  static void main() throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      byte[] answer = Json.write(answered(tree(line)));
      System.out.println(new String(answer, StandardCharsets.UTF_8));
    }
  }

  private static JsonNode tree(String line) {
    return new Api.Answer(200, line).json();
  }

  private static ObjectNode answered(JsonNode asked) throws IOException, InterruptedException {
    if (asked.path("call").asText().equals("verify")) {
      return JSON.objectNode()
          .set(
              "ok",
              Json.toTree(
                  OfflineCheck.of(
                      asked.path("envelope").asText(),
                      asked.path("proof").asText(),
                      asked.path("keys").asText(),
                      asked.path("id").textValue())));
    }
    try (AssayClient client =
        new AssayClient(URI.create(asked.path("url").asText()), asked.path("token").asText())) {
      ObjectNode answer = JSON.objectNode();
      if (asked.path("call").asText().equals("explain")) {
        return answer.set("ok", client.explanation(asked.path("workItem").asText()));
      }
      if (asked.path("call").asText().equals("put")) {
        return answer.set(
            "ok",
            Json.toTree(
                client.put(
                    ArtifactRole.TEST_REPORT,
                    asked.path("mediaType").asText(),
                    Files.readAllBytes(Path.of(asked.path("file").asText())))));
      }
      JsonNode event = asked.path("event");
      return switch (Json.parse(event.path("data"), ExecutionData.class)) {
        case Parsed.Rejected<ExecutionData>(var rejection) -> failed(rejection.code().name());
        case Parsed.Accepted<ExecutionData>(ExecutionData data) -> {
          Optional<Decision> decision =
              client.submit(
                  new ExecutionEvent(
                      event.path("source").asText(), event.path("id").asText(), null, null, data),
                  Duration.ofSeconds(asked.path("wait").asLong()));
          ObjectNode ok = answer.putObject("ok");
          decision.ifPresent(each -> ok.set("decision", Json.toTree(each)));
          yield answer;
        }
      };
    } catch (AssayException e) {
      return failed(e.code());
    } catch (ConnectException _) {
      return failed("UNREACHABLE");
    }
  }

  private static ObjectNode failed(String code) {
    return JSON.objectNode().put("code", code);
  }
}
