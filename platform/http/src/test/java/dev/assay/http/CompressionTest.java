package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionTest {

  private static final String LONG = "0123456789 ".repeat(5_000);
  private static final String TAG = "\"one\"";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/problem+json",
        "application/vnd.in-toto+json",
        "text/plain; charset=utf-8",
        "text/javascript",
        "image/svg+xml",
      })
  void aLongAnswerOfTextIsCompressedForWhoTakesIt(String type) throws Exception {
    try (TestServer server = new TestServer(answering(Response.text(200, type, LONG)))) {
      HttpResponse<byte[]> zipped = get(server, "gzip, deflate, br");

      assertThat(header(zipped, "Content-Encoding")).isEqualTo("gzip");
      assertThat(header(zipped, "Vary")).isEqualTo("Accept-Encoding");
      assertThat(header(zipped, "Content-Type")).isEqualTo(type);
      assertThat(header(zipped, "Content-Length"))
          .isEqualTo(Integer.toString(zipped.body().length));
      assertThat(zipped.body().length).isLessThan(LONG.length() / 20);
      assertThat(unzipped(zipped.body())).isEqualTo(LONG);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip;q=0, *", "br"})
  void whoDoesNotTakeItGetsItPlain(String accepted) throws Exception {
    try (TestServer server = new TestServer(answering(long200()))) {
      HttpResponse<byte[]> plain = get(server, accepted);

      assertPlain(plain);
      assertThat(header(plain, "Vary")).isEqualTo("Accept-Encoding");
      assertThat(new String(plain.body(), StandardCharsets.UTF_8)).isEqualTo(LONG);
    }
  }

  @Test
  void aCodingThatIsNamedInASecondHeaderCounts() throws Exception {
    try (TestServer server = new TestServer(answering(long200()))) {
      HttpRequest request =
          server
              .request("/v1/it")
              .header("Accept-Encoding", "br")
              .header("Accept-Encoding", "gzip")
              .build();

      assertThat(header(bytes(server, request), "Content-Encoding")).isEqualTo("gzip");
    }
  }

  @Test
  void whatIsNoTextOrShortStaysPlain() throws Exception {
    try (TestServer server =
        new TestServer(
            Route.get(
                "/v1/bytes",
                Permission.READ,
                _ -> Response.text(200, "application/octet-stream", LONG)),
            Route.get(
                "/v1/short",
                Permission.READ,
                _ ->
                    Response.text(
                        200, "text/plain", LONG.substring(0, HttpLimits.ZIPPED_BYTES_MIN - 1))))) {
      HttpResponse<byte[]> bytes = get(server, "/v1/bytes", "gzip");
      assertPlain(bytes);
      assertThat(header(bytes, "Vary")).isEmpty();
      assertPlain(get(server, "/v1/short", "gzip"));
    }
  }

  @Test
  void anAnswerWithASecretStaysPlain() throws Exception {
    try (TestServer server =
        new TestServer(
            Route.get(
                "/v1/secret",
                Permission.READ,
                _ -> Response.text(200, "text/plain", LONG).secret()),
            Route.get(
                "/v1/cookie",
                Permission.READ,
                _ -> Response.text(200, "text/plain", LONG).header("Set-Cookie", "a=b")),
            Route.post(
                "/v1/changed", Permission.SEND, _ -> Response.text(200, "text/plain", LONG)))) {
      assertPlain(get(server, "/v1/secret", "gzip"));
      assertPlain(get(server, "/v1/cookie", "gzip"));
      assertPlain(
          bytes(
              server,
              server
                  .request("/v1/changed")
                  .header("Accept-Encoding", "gzip")
                  .POST(BodyPublishers.noBody())
                  .build()));
    }
  }

  @Test
  void aPartOfAnAnswerAndOneWithACodingOfItsOwnStayAsTheyAre() throws Exception {
    try (TestServer server =
        new TestServer(
            Route.get(
                "/v1/part",
                Permission.READ,
                _ ->
                    Response.text(206, "text/plain", LONG)
                        .header("Content-Range", "bytes 0-54999/99999")),
            Route.get(
                "/v1/coded",
                Permission.READ,
                _ -> Response.text(200, "text/plain", LONG).header("Content-Encoding", "x-own")))) {
      assertPlain(get(server, "/v1/part", "gzip"));
      HttpResponse<byte[]> coded = get(server, "/v1/coded", "gzip");
      assertThat(coded.headers().allValues("Content-Encoding")).containsExactly("x-own");
      assertThat(coded.body()).hasSize(LONG.length());
    }
  }

  @Test
  void headSaysWhatGetWouldSend() throws Exception {
    try (TestServer server = new TestServer(answering(long200()))) {
      HttpResponse<byte[]> got = get(server, "gzip");
      HttpResponse<byte[]> head =
          bytes(server, server.request("/v1/it").header("Accept-Encoding", "gzip").HEAD().build());

      assertThat(head.body()).isEmpty();
      assertThat(header(head, "Content-Encoding")).isEqualTo("gzip");
      assertThat(header(head, "Content-Length")).isEqualTo(Integer.toString(got.body().length));
      assertThat(header(head, "Vary")).isEqualTo("Accept-Encoding");
    }
  }

  @Test
  void theTagOfACompressedAnswerIsWeakAndFindsItAgain() throws Exception {
    Route route =
        Route.get(
            "/v1/it",
            Permission.READ,
            request -> {
              boolean known = EntityTags.of(request.header("if-none-match")).match("one");
              return Response.text(known ? 304 : 200, "text/plain", known ? "" : LONG)
                  .header("ETag", TAG)
                  .header("Vary", "Accept");
            });
    try (TestServer server = new TestServer(route)) {
      HttpResponse<byte[]> zipped = get(server, "gzip");
      assertThat(header(zipped, "ETag")).isEqualTo("W/" + TAG);
      assertThat(zipped.headers().allValues("Vary")).containsExactly("Accept, Accept-Encoding");
      assertThat(header(get(server, "identity"), "ETag")).isEqualTo(TAG);

      HttpResponse<byte[]> again =
          bytes(
              server,
              server
                  .request("/v1/it")
                  .header("Accept-Encoding", "gzip")
                  .header("If-None-Match", header(zipped, "ETag"))
                  .build());
      assertThat(again.statusCode()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(again.headers().allValues("Vary")).containsExactly("Accept, Accept-Encoding");
      assertPlain(again);
    }
  }

  @Test
  void anAnswerThatNobodyHasTimeToCompressIsPlain() throws IOException {
    Compression none = new Compression(0);
    Response answer = none.apply("GET", Optional.of("gzip"), long200());

    assertThat(answer.body()).isInstanceOf(Response.Whole.class);
    assertThat(((Response.Whole) answer.body()).bytes()).hasSize(LONG.length());
    assertThat(answer.headers()).contains(new Response.Header("Vary", "Accept-Encoding"));
  }

  @Test
  void whatIsFixedWasCompressedBefore() throws IOException {
    Compression none = new Compression(0);
    FixedBody fixed = new FixedBody("short".getBytes(StandardCharsets.UTF_8));

    Response zipped =
        none.apply("GET", Optional.of("gzip"), Response.fixed(200, "text/css", fixed));
    assertThat(zipped.headers()).contains(new Response.Header("Content-Encoding", "gzip"));
    assertThat(unzipped(((Response.Whole) zipped.body()).bytes())).isEqualTo("short");

    Response plain =
        none.apply("GET", Optional.of("gzip;q=0"), Response.fixed(200, "text/css", fixed));
    assertThat(((Response.Whole) plain.body()).bytes()).isEqualTo(fixed.bytes());
  }

  private static Response long200() {
    return Response.text(200, "text/plain", LONG);
  }

  private static Route answering(Response response) {
    return Route.get("/v1/it", Permission.READ, _ -> response);
  }

  private static void assertPlain(HttpResponse<byte[]> response) {
    assertThat(response.headers().map()).doesNotContainKey("content-encoding");
  }

  private static HttpResponse<byte[]> get(TestServer server, String accepted) throws Exception {
    return get(server, "/v1/it", accepted);
  }

  private static HttpResponse<byte[]> get(TestServer server, String path, String accepted)
      throws Exception {
    return bytes(server, server.request(path).header("Accept-Encoding", accepted).build());
  }

  private static HttpResponse<byte[]> bytes(TestServer server, HttpRequest request)
      throws Exception {
    return server.client().send(request, BodyHandlers.ofByteArray());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private static String unzipped(byte[] bytes) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
