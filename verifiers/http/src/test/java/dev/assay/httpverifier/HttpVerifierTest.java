package dev.assay.httpverifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.exchange.FindingDocument;
import dev.assay.verifier.testkit.MemoryScope;
import dev.assay.verifier.testkit.VerifierContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class HttpVerifierTest {

  private static final String LOG = "all 12 tests passed\n";
  private static final String PASS = "{\"result\":\"PASS\",\"summary\":\"fine\"}";
  private static final String IN_BASE64 = Base64.getEncoder().encodeToString(LOG.getBytes(UTF_8));

  @TempDir private Path home;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private volatile int status = 200;
  private volatile Function<String, String> answer = _ -> PASS;
  private volatile String authorization = "";

  HttpVerifierTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          byte[] said = answer.apply(body).getBytes(UTF_8);
          exchange.getResponseHeaders().add("Location", "/elsewhere");
          exchange.sendResponseHeaders(status, said.length == 0 ? -1 : said.length);
          exchange.getResponseBody().write(said);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    ended.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void theServiceIsAskedWithTheArtifactAndItsFindingIsTheFinding() throws Exception {
    Files.writeString(home.resolve("token"), "secret\n");
    answer =
        body ->
            body.contains("\"content\":\"" + IN_BASE64 + "\"")
                    && body.contains("\"verifierType\":\"http:check\"")
                ? "{\"result\":\"FAIL\",\"summary\":\"no\",\"failures\":[\"a\"]}"
                : PASS;

    Finding finding = verify(settings("\"tokenFile\":\"token\","));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures())
        .containsExactly(FailureSignature.named("http:check", "a"));
    assertThat(authorization).isEqualTo("Bearer secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "500|{}|SERVICE_FAILED",
        "404|nothing|SERVICE_FAILED",
        "302|{}|SERVICE_FAILED",
        "200|''|FINDING_MISSING",
        "200|no JSON|FINDING_INVALID",
        "200|{\"result\":\"FAIL\",\"summary\":\"s\"}|FINDING_INVALID"
      })
  void whateverElseAServiceAnswersIsInconclusiveWithItsCode(
      int code, String body, ErrorCode expected) throws Exception {
    status = code;
    answer = _ -> body;

    assertInconclusive(verify(settings("")), expected);
    assertThat(asked).hasValue(1);
  }

  @Test
  void anAnswerWithoutEndIsInconclusive() throws Exception {
    answer = _ -> PASS + " ".repeat(FindingDocument.BYTES_MAX);

    assertInconclusive(verify(settings("")), ErrorCode.OUTPUT_TOO_LARGE);
  }

  @Test
  void aServiceThatDoesNotAnswerIsInconclusive() throws Exception {
    answer =
        _ -> {
          try {
            ended.await();
          } catch (InterruptedException _) {
            return "";
          }
          return PASS;
        };

    assertInconclusive(verify(settings("\"timeoutSeconds\":1,")), ErrorCode.VERIFIER_TIMEOUT);
  }

  @Test
  void aServiceThatIsNotThereIsInconclusive() throws Exception {
    String settings = settings("");
    server.stop(0);

    assertInconclusive(verify(settings), ErrorCode.SERVICE_FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"roles\":[\"sarif\"]}",
        "{\"url\":\"http://localhost:1\"}",
        "{\"url\":\"ftp://localhost\",\"roles\":[\"sarif\"]}",
        "{\"url\":\"http://a@localhost\",\"roles\":[\"sarif\"]}",
        "{\"url\":\"http://localhost\",\"roles\":[\"sarif\"],\"timeoutSeconds\":0}",
        "{\"url\":\"http://localhost\",\"roles\":[\"sarif\"],\"tokenFile\":\"none\"}",
        "{\"url\":\"http://localhost\",\"roles\":[\"sarif\"],\"proxy\":\"p\"}"
      })
  void settingsThatCannotBeMeantAreRefused(String service) {
    assertThatThrownBy(() -> verifier("{\"services\":{\"a\":" + service + "}}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @TestFactory
  Stream<DynamicTest> aServiceKeepsTheContractOfVerifiers() {
    answer =
        body ->
            body.contains(IN_BASE64)
                ? PASS
                : "{\"result\":\"INCONCLUSIVE\",\"summary\":\"no log of tests\"}";
    return VerifierContract.of(new HttpProvider(), settings(""));
  }

  private static void assertInconclusive(Finding finding, ErrorCode code) {
    assertThat(finding.result()).as(finding.summary()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.failureSignatures())
        .containsExactly(FailureSignature.named(Finding.ABOUT_RUN, code.name()));
  }

  private String settings(String more) {
    return "{\"services\":{\"check\":{"
        + more
        + "\"roles\":[\"test-log\"],\"url\":\"http://localhost:"
        + server.getAddress().getPort()
        + "/verify\"}}}";
  }

  private Finding verify(String settings) throws IOException, InterruptedException {
    MemoryScope scope = new MemoryScope(home);
    ArtifactRef log = scope.add(ArtifactRole.TEST_LOG, LOG);
    String id = Digests.sha256Hex("id");
    return verifier(settings)
        .verify(
            new VerificationRequest(
                id,
                "work/1",
                id,
                id,
                1,
                "http:check",
                "{}",
                List.of(log),
                null,
                null,
                Risk.LOW,
                null,
                60_000,
                null),
            scope);
  }

  private Verifier verifier(String settings) {
    return switch (Json.parse(settings.getBytes(UTF_8), HttpSettings.class)) {
      case Parsed.Accepted<HttpSettings>(HttpSettings read) ->
          new HttpProvider()
              .verifiers(read, new VerifierProvider.Host(home, home, Map.of()))
              .getFirst();
      case Parsed.Rejected<HttpSettings>(var rejection) ->
          throw new IllegalArgumentException(rejection.detail());
    };
  }
}
