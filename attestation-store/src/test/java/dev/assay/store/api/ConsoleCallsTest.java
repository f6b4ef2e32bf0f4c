package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a browser is given before anybody has signed in. */
class ConsoleCallsTest {

  private static final Path FILES = Path.of("src/main/resources/dev/assay/store/console");
  private static final int COMPRESSED_BYTES_MAX = 150 * 1024;

  private final TestApi api;
  private final HttpClient client = HttpClient.newHttpClient();

  ConsoleCallsTest(@TempDir Path directory) {
    this.api = new TestApi(directory);
  }

  @AfterEach
  void stop() {
    client.close();
    api.close();
  }

  @Test
  void thePageAllowsNothingButThisServersFiles() throws Exception {
    HttpResponse<byte[]> page = get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(page, "Content-Security-Policy").split("; "))
        .contains(
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "form-action 'none'",
            "base-uri 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'");
    assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(page, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    assertThat(header(page, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.headers().map()).doesNotContainKey("access-control-allow-origin");
  }

  @Test
  void everyFileIsServedWithItsTypeAndAllOfThemAreSmall() throws Exception {
    long compressed = 0;
    for (String name : files()) {
      String path = name.equals("index.html") ? "/" : "/console/" + name;
      HttpResponse<byte[]> zipped = get(path, "Accept-Encoding", "gzip");
      assertThat(zipped.statusCode()).as(name).isEqualTo(200);
      assertThat(header(zipped, "Content-Encoding")).isEqualTo("gzip");
      assertThat(header(zipped, "Content-Type"))
          .as(name)
          .matches("text/(html|css|javascript); charset=utf-8|image/svg\\+xml");
      assertThat(get(path).body()).isEqualTo(Files.readAllBytes(FILES.resolve(name)));
      compressed += zipped.body().length;
    }
    assertThat(compressed).isBetween(1L, (long) COMPRESSED_BYTES_MAX);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip", "gzip;q=0"})
  void whatABrowserHasIsNotSentAgain(String accepted) throws Exception {
    HttpResponse<byte[]> first = get("/console/app.js", "Accept-Encoding", accepted);
    assertThat(header(first, "Content-Encoding")).isEqualTo(accepted.equals("gzip") ? "gzip" : "");

    HttpResponse<byte[]> again =
        get("/console/app.js", "Accept-Encoding", accepted, "If-None-Match", header(first, "ETag"));

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(header(again, "Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  void nothingBesideTheConsoleIsServed() throws Exception {
    for (String path :
        List.of(
            "/console/none.js",
            "/console/..%2Fmigrations%2FV5__fleets.sql",
            "/console/..%2FStoreConfig.class")) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(404);
    }
  }

  /** Else a script is asked for only when the one that imports it has come. */
  @Test
  void everyScriptIsAskedForWithThePage() throws IOException {
    String page = Files.readString(FILES.resolve("index.html"));

    for (String name : files()) {
      if (name.endsWith(".js") && !name.equals("app.js")) {
        assertThat(page).contains("<link rel=\"modulepreload\" href=\"/console/" + name + "\">");
      }
    }
  }

  @Test
  void noScriptOrStyleStandsInThePageAndNoFileTurnsTextIntoMarkup() throws IOException {
    assertThat(Files.readString(FILES.resolve("index.html")))
        .doesNotContain("style=", "javascript:")
        .doesNotContainPattern("<script(?![^>]*src=)")
        .doesNotContainPattern("\\son[a-z]+=");
    for (String name : files()) {
      assertThat(Files.readString(FILES.resolve(name)))
          .as(name)
          .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write")
          .doesNotContain("eval(", "new Function", "http://localhost", "https://");
    }
  }

  private static List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(api.http.url() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }
}
