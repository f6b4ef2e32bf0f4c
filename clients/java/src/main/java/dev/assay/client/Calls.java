package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Calls to one server with one token, whose answers are objects. Safe for any number of threads.
 */
final class Calls implements AutoCloseable {

  private final String url;
  private final @Nullable String token;
  private final HttpClient http;

  Calls(URI url, @Nullable String token) {
    String text = url.toString();
    this.url = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    this.token = token;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ClientLimits.CONNECT_TIME);
    this.http =
        ("http".equals(url.getScheme()) ? builder.sslContext(trustingNobody()) : builder).build();
  }

  /** For a client that never opens a TLS connection: reading all authorities takes 0.2 s. */
  private static SSLContext trustingNobody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[0], new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("expected TLS in the JDK", e);
    }
  }

  HttpRequest.Builder request(String path, Duration timeout) {
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url + path)).timeout(timeout);
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    return builder;
  }

  /** The answer, which is an object with {@code members}. */
  JsonNode call(HttpRequest request, Map<String, JsonNodeType> members)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response = send(request);
    if (response.statusCode() >= 300) {
      throw problem(response);
    }
    return accepted(Json.object(response.body(), members));
  }

  /** No switch over types: the JDK links each anew at every start of a command. */
  static <T> T accepted(Parsed<T> answer) throws AssayException {
    if (answer instanceof Parsed.Rejected<T>(Rejection rejection)) {
      throw invalid(rejection);
    }
    return ((Parsed.Accepted<T>) answer).value();
  }

  static AssayException invalid(Rejection rejection) {
    return new AssayException("INVALID_ANSWER", rejection.detail());
  }

  /** Sends, and tries again while the server says that it is busy. */
  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
    for (int tries = 1; busy(response) && tries < ClientLimits.TRIES_MAX; tries++) {
      Thread.sleep(ClientLimits.RETRY_PAUSE);
      response = http.send(request, BodyHandlers.ofByteArray());
    }
    return response;
  }

  private static boolean busy(HttpResponse<byte[]> response) {
    return response.statusCode() == 429 || response.statusCode() == 503;
  }

  private static AssayException problem(HttpResponse<byte[]> response) {
    if (Json.tree(response.body()) instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        && node.path("code").isTextual()) {
      return new AssayException(node.path("code").asText(), node.path("detail").asText());
    }
    return new AssayException(
        "HTTP_" + response.statusCode(), "expected success, found another status");
  }

  @Override
  public void close() {
    http.close();
  }
}
