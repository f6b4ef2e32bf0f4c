package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.CommandException;
import dev.assay.cli.Output;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Ids;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls the HTTP API of a running system. */
public final class ApiClient implements AutoCloseable {

  private static final Duration CONNECT_WAIT_MAX = Duration.ofSeconds(5);
  private static final Duration ANSWER_WAIT_MAX = Duration.ofMinutes(6);
  private static final long RETRY_PAUSE_MILLIS = 500;
  private static final int TRIES_MAX = 20;
  private static final String EVENT_STREAM = "text/event-stream";
  private static final BodyHandler<byte[]> WHOLE = BodyHandlers.ofByteArray();

  private final String url;
  private final @Nullable String token;
  private final HttpClient http;

  public ApiClient(String url, @Nullable String token) {
    this(
        url.endsWith("/") ? url.substring(0, url.length() - 1) : url,
        token,
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_WAIT_MAX)
            .build());
  }

  private ApiClient(String url, @Nullable String token, HttpClient http) {
    this.url = url;
    this.token = token;
    this.http = http;
  }

  /** The same system called with another token, over the same connections; closes with this. */
  public ApiClient as(@Nullable String other) {
    return new ApiClient(url, other, http);
  }

  /** An answer that was no problem. */
  public record Answer(int status, JsonNode body) {}

  /** What the keys document has. */
  public static final Map<String, JsonNodeType> KEYS = Map.of("keys", JsonNodeType.ARRAY);

  /** What a work item, a decision and what was accepted have. */
  public static final Map<String, JsonNodeType> OF_WORK_ITEM =
      Map.of("workItem", JsonNodeType.STRING);

  /** What a DSSE envelope has. */
  public static final Map<String, JsonNodeType> ENVELOPE =
      Map.of(
          "payload", JsonNodeType.STRING,
          "payloadType", JsonNodeType.STRING,
          "signatures", JsonNodeType.ARRAY);

  private static final Map<String, JsonNodeType> ARTIFACT =
      Map.of(
          "sha256", JsonNodeType.STRING,
          "size", JsonNodeType.NUMBER,
          "mediaType", JsonNodeType.STRING);

  /**
   * Stores a file and answers its artifact: {@code sha256}, {@code size}, {@code mediaType}.
   *
   * @throws CommandException with the problem's code
   */
  public JsonNode putArtifact(Path file, String mediaType)
      throws IOException, InterruptedException {
    HttpRequest request =
        request("/v1/artifacts")
            .header("Content-Type", mediaType)
            .header("x-expected-sha256", FileDigests.sha256(file))
            .PUT(BodyPublishers.ofFile(file))
            .build();
    return call(request, ARTIFACT).body();
  }

  /**
   * What is stored under a digest: {@code sha256}, {@code size}, {@code mediaType}.
   *
   * @throws CommandException with INVALID_DIGEST or ARTIFACT_MISSING
   */
  public JsonNode artifact(String sha256) throws IOException, InterruptedException {
    if (!Digests.valid(sha256)) {
      throw new CommandException(
          "INVALID_DIGEST", "expected a SHA-256 in 64 lower-case hexadecimal digits");
    }
    HttpRequest request =
        request("/v1/artifacts/" + sha256).method("HEAD", BodyPublishers.noBody()).build();
    HttpResponse<byte[]> response = send(request, WHOLE);
    if (response.statusCode() == 404) {
      throw new CommandException(
          "ARTIFACT_MISSING",
          "expected the digest of an artifact of the caller's fleet, found none; upload it, and"
              + " name size and media type as the upload answers them");
    }
    requireSuccess(response);
    return JsonNodeFactory.instance
        .objectNode()
        .put("sha256", sha256)
        .put("size", response.headers().firstValueAsLong("Content-Length").orElse(0))
        .put("mediaType", response.headers().firstValue("Content-Type").orElse(""));
  }

  /** Posts a CloudEvent in structured mode and waits at most {@code waitSeconds} for a decision. */
  public Answer postExecution(JsonNode event, int waitSeconds)
      throws IOException, InterruptedException {
    HttpRequest request =
        request("/v1/executions" + (waitSeconds > 0 ? "?wait=" + waitSeconds : ""))
            .header("Content-Type", CloudEvents.STRUCTURED)
            .POST(BodyPublishers.ofByteArray(Json.write(event)))
            .build();
    return call(request, OF_WORK_ITEM);
  }

  /** Posts a JSON document; the answer has {@code members}. */
  public Answer post(String path, JsonNode document, Map<String, JsonNodeType> members)
      throws IOException, InterruptedException {
    return call(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(Json.write(document)))
            .build(),
        members);
  }

  /** The JSON answer of a GET, which has {@code members}. */
  public JsonNode json(String path, Map<String, JsonNodeType> members)
      throws IOException, InterruptedException {
    return call(request(path).GET().build(), members).body();
  }

  /** The JSON answer of a GET, whose {@code list} has objects with {@code members}. */
  public JsonNode list(String path, String list, Map<String, JsonNodeType> members)
      throws IOException, InterruptedException {
    JsonNode answer = json(path, Map.of());
    requireObjects(path, answer, list, members);
    return answer;
  }

  /**
   * Refuses an answer to {@code path} unless its {@code list} has objects with {@code members}.
   *
   * @throws CommandException with INVALID_ANSWER
   */
  static void requireObjects(
      String path, JsonNode answer, String list, Map<String, JsonNodeType> members) {
    if (Json.objects(answer, list, members)
        instanceof Parsed.Rejected<List<JsonNode>>(Rejection rejection)) {
      throw invalidAnswer(path, rejection.detail());
    }
  }

  /** The answer of a GET as text. */
  public String text(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = send(request(path).GET().build(), WHOLE);
    requireSuccess(response);
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /** The answer of a GET in the form {@code mediaType}, of at most {@code bytesMax} bytes. */
  public byte[] bytes(String path, String mediaType, int bytesMax)
      throws IOException, InterruptedException {
    HttpRequest request = request(path).header("Accept", mediaType).GET().build();
    HttpResponse<byte[]> response = send(request, BodyHandlers.limiting(WHOLE, bytesMax));
    requireSuccess(response);
    return response.body();
  }

  /** The JSON answer of a GET byte for byte; it has {@code members}. */
  public String text(String path, Map<String, JsonNodeType> members)
      throws IOException, InterruptedException {
    String text = text(path);
    var _ = answered(path, text.getBytes(StandardCharsets.UTF_8), members);
    return text;
  }

  /** The answer of a GET as an open stream of server-sent events. */
  public InputStream events(String path) throws IOException, InterruptedException {
    HttpResponse<InputStream> response = opened(path, EVENT_STREAM);
    String type = response.headers().firstValue("Content-Type").orElse("no media type");
    if (!type.startsWith(EVENT_STREAM)) {
      response.body().close();
      throw invalidAnswer(path, "expected " + EVENT_STREAM + ", found " + Output.plain(type));
    }
    return response.body();
  }

  /** The answer of a GET as an open stream. */
  public InputStream stream(String path) throws IOException, InterruptedException {
    return opened(path, "*/*").body();
  }

  private HttpResponse<InputStream> opened(String path, String accept)
      throws IOException, InterruptedException {
    HttpRequest request = request(path).header("Accept", accept).GET().build();
    HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) {
      try (InputStream body = response.body()) {
        throw problem(response.statusCode(), body.readAllBytes());
      }
    }
    return response;
  }

  /** {@code ?a=b&c=d} of the members that are present. */
  public static String query(Map<String, @Nullable String> members) {
    StringBuilder out = new StringBuilder();
    members.forEach((name, value) -> {
      if (value != null) {
        out.append(out.isEmpty() ? '?' : '&').append(name).append('=').append(escaped(value));
      }
    });
    return out.toString();
  }

  /** {@code text} as one part of a path or query: no character of it means anything there. */
  public static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * The path of a work item. Its id is one part, or it could name a call about another one.
   *
   * @throws CommandException with USAGE when it is no id
   */
  public static String workItem(String id) {
    if (!Ids.valid(id)) {
      throw new CommandException(
          "USAGE", "expected the id of a work item, found '" + Output.plain(id) + "'");
    }
    return "/v1/work-items/" + escaped(id);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder builder = addressed(url + path).timeout(ANSWER_WAIT_MAX);
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    return builder;
  }

  private static HttpRequest.Builder addressed(String address) {
    try {
      return HttpRequest.newBuilder(URI.create(address));
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          "USAGE",
          "expected an address like http://127.0.0.1:7070, found '"
              + Output.plain(address)
              + "'; see --url and --help");
    }
  }

  private Answer call(HttpRequest request, Map<String, JsonNodeType> members)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response = send(request, WHOLE);
    requireSuccess(response);
    return new Answer(
        response.statusCode(), answered(request.uri().getPath(), response.body(), members));
  }

  private static JsonNode answered(String path, byte[] body, Map<String, JsonNodeType> members) {
    return switch (Json.object(body, members)) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
      case Parsed.Rejected<JsonNode>(Rejection rejection) ->
          throw invalidAnswer(path, rejection.detail());
    };
  }

  private static CommandException invalidAnswer(String path, String detail) {
    return new CommandException("INVALID_ANSWER", detail + ", in the answer to " + path);
  }

  /** Sends, and tries again while the server says that it is busy. */
  private HttpResponse<byte[]> send(HttpRequest request, BodyHandler<byte[]> body)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      HttpResponse<byte[]> response;
      try {
        response = http.send(request, body);
      } catch (IOException e) {
        throw new CommandException(
            "UNREACHABLE",
            "expected a running system at "
                + url
                + ", found none ("
                + e.getClass().getSimpleName()
                + "); start one with assay up, or name another with --url");
      }
      if (response.statusCode() != 429 || attempt == TRIES_MAX) {
        return response;
      }
      Thread.sleep(RETRY_PAUSE_MILLIS);
    }
  }

  private static void requireSuccess(HttpResponse<byte[]> response) {
    if (response.statusCode() >= 300) {
      throw problem(response.statusCode(), response.body());
    }
  }

  private static CommandException problem(int status, byte[] body) {
    if (Json.tree(body) instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        && node.path("code").isTextual()) {
      return new CommandException(
          node.path("code").asText(), node.path("detail").asText(node.path("title").asText()));
    }
    return new CommandException("HTTP_" + status, "expected success, found HTTP status " + status);
  }

  @Override
  public void close() {
    http.close();
  }
}
