package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArtifactCallsTest {

  private static final String TEXT = "0123456789";
  private static final String SHA = Digests.sha256Hex(TEXT);

  private final Path directory;
  private final TestIngest server;

  ArtifactCallsTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    this.server =
        new TestIngest(
            directory,
            new IngestLimits(1_000_000, 100, 100, 4, 2_000, 100, 1_000_000, 10),
            List.of());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void anArtifactIsStoredOnceAndNamedByItsDigest() throws Exception {
    HttpResponse<String> first = server.put(TEXT, "Content-Type", "text/plain");
    HttpResponse<String> second = server.put(TEXT, "Content-Type", "text/html");

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(second.statusCode()).isEqualTo(200);
    for (HttpResponse<String> response : List.of(first, second)) {
      JsonNode stored = TestIngest.json(response);
      assertThat(stored.get("sha256").asText()).isEqualTo(SHA);
      assertThat(stored.get("size").asLong()).isEqualTo(10);
    }
  }

  @Test
  void anArtifactComesBackAsItWas() throws Exception {
    server.put(TEXT, "Content-Type", "text/plain");

    HttpResponse<String> response = server.get("/v1/artifacts/" + SHA);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(TEXT);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/octet-stream");
    assertThat(response.headers().firstValue("ETag")).hasValue('"' + SHA + '"');
    assertThat(response.headers().firstValue("Content-Security-Policy")).isPresent();
  }

  @Test
  void anArtifactInChunksIsStoredLikeAnyOther() throws Exception {
    HttpResponse<String> response =
        server.send(
            server
                .request("/v1/artifacts")
                .PUT(BodyPublishers.fromPublisher(BodyPublishers.ofString(TEXT)))
                .build());

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(TestIngest.json(response).get("mediaType").asText())
        .isEqualTo("application/octet-stream");
  }

  @Test
  void anEmptyArtifactIsAnArtifact() throws Exception {
    assertThat(server.put("").statusCode()).isEqualTo(201);
    assertThat(server.get("/v1/artifacts/" + Digests.sha256Hex("")).body()).isEmpty();
  }

  @Test
  void aWrongExpectationStoresNothing() throws Exception {
    HttpResponse<String> response =
        server.put(TEXT, "x-expected-sha256", Digests.sha256Hex("other"));

    assertCode(response, 422, "DIGEST_MISMATCH");
    assertCode(server.get("/v1/artifacts/" + SHA), 404, "NOT_FOUND");
  }

  @Test
  void anExpectationThatIsNoDigestIsRefused() throws Exception {
    assertCode(server.put(TEXT, "x-expected-sha256", "abc"), 422, "INVALID_DIGEST");
  }

  @Test
  void anArtifactOverTheBoundIsRefusedWhetherAnnouncedOrChunked() throws Exception {
    String large = "x".repeat(1_000_001);

    assertCode(server.put(large), 413, "ARTIFACT_TOO_LARGE");
    assertCode(
        server.send(
            server
                .request("/v1/artifacts")
                .PUT(BodyPublishers.fromPublisher(BodyPublishers.ofString(large)))
                .build()),
        413,
        "ARTIFACT_TOO_LARGE");
    assertCode(server.get("/v1/artifacts/" + Digests.sha256Hex(large)), 404, "NOT_FOUND");
    assertThat(server.put("x".repeat(1_000_000)).statusCode()).isEqualTo(201);
  }

  @Test
  void whatIsThereAlreadyNeedNotBeSentAgain() throws Exception {
    assertThat(server.put(TEXT, "If-None-Match", "*").statusCode()).isEqualTo(201);

    assertCode(server.put(TEXT, "If-None-Match", "*"), 412, "PRECONDITION_FAILED");
    assertCode(server.put(TEXT, "If-None-Match", SHA), 412, "PRECONDITION_FAILED");
    assertCode(server.put(TEXT, "If-None-Match", '"' + SHA + '"'), 412, "PRECONDITION_FAILED");
    assertThat(server.put("other", "If-None-Match", Digests.sha256Hex("other")).statusCode())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=0-3, 0123, bytes 0-3/10",
    "bytes=4-, 456789, bytes 4-9/10",
    "bytes=-2, 89, bytes 8-9/10",
    "bytes=8-99, 89, bytes 8-9/10",
    "bytes=-99, 0123456789, bytes 0-9/10",
  })
  void aRangeIsThatPart(String range, String part, String contentRange) throws Exception {
    server.put(TEXT);

    HttpResponse<String> response = server.get("/v1/artifacts/" + SHA, "Range", range);

    assertThat(response.statusCode()).isEqualTo(206);
    assertThat(response.body()).isEqualTo(part);
    assertThat(response.headers().firstValue("Content-Range")).hasValue(contentRange);
  }

  @ParameterizedTest
  @CsvSource({"bytes=10-", "bytes=-0", "bytes=99-100"})
  void aRangeBehindTheEndCannotBeHad(String range) throws Exception {
    server.put(TEXT);

    HttpResponse<String> response = server.get("/v1/artifacts/" + SHA, "Range", range);

    assertCode(response, 416, "INVALID_RANGE");
    assertThat(response.headers().firstValue("Content-Range")).hasValue("bytes */10");
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=5-2",
    "lines=1-2",
    "'bytes=0-1,3-4'",
    "bytes=a-b",
    "bytes=99999999999999999999-"
  })
  void aRangeThatMakesNoSenseIsIgnored(String range) throws Exception {
    server.put(TEXT);

    HttpResponse<String> response = server.get("/v1/artifacts/" + SHA, "Range", range);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(TEXT);
  }

  @Test
  void whoHasTheArtifactIsToldSo() throws Exception {
    server.put(TEXT);

    HttpResponse<String> response =
        server.get("/v1/artifacts/" + SHA, "If-None-Match", '"' + SHA + '"');

    assertThat(response.statusCode()).isEqualTo(304);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void aTamperedArtifactIsNeverHandedOut() throws Exception {
    String large = "y".repeat(600_000);
    server.put(TEXT);
    server.put(large);
    tamper(SHA, "0123456780");
    tamper(Digests.sha256Hex(large), "z".repeat(600_000));

    assertCode(server.get("/v1/artifacts/" + SHA), 422, "ARTIFACT_TAMPERED");
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> server.get("/v1/artifacts/" + Digests.sha256Hex(large))))
        .as("a large one breaks off before its end")
        .isInstanceOf(IOException.class);
    assertThat(server.put("neighbour").statusCode()).isEqualTo(201);
  }

  @Test
  void aNameThatIsNoDigestIsRefused() throws Exception {
    assertCode(server.get("/v1/artifacts/abc"), 422, "INVALID_DIGEST");
    assertCode(server.get("/v1/artifacts/..%2F..%2Fetc%2Fpasswd"), 422, "INVALID_DIGEST");
  }

  @Test
  void aReportIsJsonAndNothingElseIsAReport() throws Exception {
    String report = "{\"result\":\"PASS\"}";
    server.put(report, "Content-Type", "application/json");
    server.put(TEXT, "Content-Type", "text/plain");

    HttpResponse<String> response = server.get("/v1/reports/" + Digests.sha256Hex(report));

    assertThat(response.body()).isEqualTo(report);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertCode(server.get("/v1/reports/" + SHA), 404, "NOT_FOUND");
  }

  /** Who sends the bytes of a report first, under another type, hides it from nobody. */
  @ParameterizedTest
  @CsvSource({"text/plain, 200", "application/json, 200", "'application/json; a=b', 200"})
  void whatAReportIsDoesNotRestOnWhoSentItFirst(String mediaType, int status) throws Exception {
    String report = "{\"result\":\"FAIL\"}";
    server.put(report, "Content-Type", mediaType);
    server.put(report, "Content-Type", "application/json");
    server.put("[]", "Content-Type", "application/json");

    assertThat(server.get("/v1/reports/" + Digests.sha256Hex(report)).statusCode())
        .isEqualTo(status);
    assertCode(server.get("/v1/reports/" + Digests.sha256Hex("[]")), 404, "NOT_FOUND");
  }

  @Test
  void aStoreThatIsGoneIsAnOutage() throws Exception {
    Path aside = directory.resolveSibling(directory.getFileName() + "-aside");
    Files.move(directory, aside);
    Files.writeString(directory, "in the way");
    try {
      HttpResponse<String> response = server.put(TEXT);

      assertCode(response, 503, "STORE_UNAVAILABLE");
      assertThat(response.headers().firstValue("Retry-After")).isPresent();
    } finally {
      Files.delete(directory);
      Files.move(aside, directory);
    }
  }

  private void tamper(String sha256, String text) throws IOException {
    Path file =
        directory
            .resolve("sha256")
            .resolve(sha256.substring(0, 2))
            .resolve(sha256.substring(2, 4))
            .resolve(sha256);
    assertThat(file.toFile().setWritable(true)).isTrue();
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  static void assertCode(HttpResponse<String> response, int status, String code)
      throws IOException {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(TestIngest.json(response).get("code").asText()).isEqualTo(code);
  }
}
