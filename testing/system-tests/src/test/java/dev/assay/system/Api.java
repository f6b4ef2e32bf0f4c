package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.log.NoteKey;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The HTTP API as a client without our code would use it. */
final class Api implements AutoCloseable {

  static final String EVENT = "application/cloudevents+json";
  static final String BATCH = "application/cloudevents-batch+json";

  private static final Duration ANSWER_WAIT_MAX = Duration.ofMinutes(6);

  private final String url;
  private final @Nullable String token;
  private volatile HttpClient http = client();

  Api(String url, @Nullable String token) {
    this.url = url;
    this.token = token;
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  /** Closes all connections; those of a burst would else be used in turn for as long as it runs. */
  void reconnect() {
    HttpClient before = http;
    http = client();
    before.shutdownNow();
  }

  /** Status and body of an answer. */
  record Answer(int status, String body) {

    JsonNode json() {
      if (Json.tree(body.getBytes(StandardCharsets.UTF_8))
          instanceof Parsed.Accepted<JsonNode>(JsonNode node)) {
        return node;
      }
      throw new AssertionError("expected JSON with status " + status + ", found " + body);
    }

    /** The problem's code, or nothing. */
    String code() {
      return json().path("code").asText();
    }
  }

  String url() {
    return url;
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  byte[] bytes(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        http.send(request(path).GET().build(), BodyHandlers.ofByteArray());
    if (response.statusCode() != 200) {
      throw new IOException("expected " + path + ", found status " + response.statusCode());
    }
    return response.body();
  }

  /** The JSON of a GET that must succeed. */
  JsonNode json(String path) throws IOException, InterruptedException {
    Answer answer = get(path);
    if (answer.status() != 200) {
      throw new IOException("expected " + path + ", found " + answer);
    }
    return answer.json();
  }

  /** The texts of a JSON array. */
  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asText()));
    return texts;
  }

  /** The key that signs the log's checkpoints. */
  NoteKey checkpointKey() throws IOException, InterruptedException {
    for (JsonNode key : json("/v1/keys").path("keys")) {
      if (key.path("use").asText().equals("checkpoint")) {
        return NoteKey.parse(key.path("vkey").asText());
      }
    }
    throw new IOException("expected a checkpoint key");
  }

  Answer put(String body, String mediaType) throws IOException, InterruptedException {
    return send(
        request("/v1/artifacts")
            .header("Content-Type", mediaType)
            .PUT(BodyPublishers.ofString(body)));
  }

  Answer put(byte[] body, String mediaType) throws IOException, InterruptedException {
    return send(
        request("/v1/artifacts")
            .header("Content-Type", mediaType)
            .PUT(BodyPublishers.ofByteArray(body)));
  }

  Answer put(Path file, String mediaType) throws IOException, InterruptedException {
    return send(
        request("/v1/artifacts")
            .header("Content-Type", mediaType)
            .PUT(BodyPublishers.ofFile(file)));
  }

  Answer post(String contentType, String body, String query)
      throws IOException, InterruptedException {
    return post(Map.of("Content-Type", contentType), body, query);
  }

  Answer post(Map<String, String> headers, String body, String query)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request("/v1/executions" + query);
    headers.forEach(request::header);
    return send(request.POST(BodyPublishers.ofString(body)));
  }

  /** Posts a JSON document to any path. */
  Answer answer(String path, String document) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(document)));
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    return new Answer(response.statusCode(), response.body());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(url + path)).timeout(ANSWER_WAIT_MAX);
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    return builder;
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
