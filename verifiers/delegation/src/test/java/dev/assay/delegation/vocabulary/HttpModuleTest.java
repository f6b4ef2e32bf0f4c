package dev.assay.delegation.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.delegation.DelegationException;
import dev.assay.delegation.DelegationLimits;
import dev.assay.delegation.Scripted;
import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.egress.PinnedClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Web reads against a real server on loopback. */
class HttpModuleTest {

  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server = unstarted();
  private String host = "";

  private static HttpServer unstarted() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @BeforeEach
  void serve() {
    server.setExecutor(threads);
    host = "127.0.0.1:" + server.getAddress().getPort();
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    int count = requests.incrementAndGet();
    String path = exchange.getRequestURI().getPath();
    byte[] body =
        switch (path) {
          case "/large" -> new byte[DelegationLimits.HTTP_BODY_BYTES_MAX + 1];
          case "/headers" ->
              String.valueOf(exchange.getRequestHeaders().getFirst("X-Mine"))
                  .getBytes(java.nio.charset.StandardCharsets.UTF_8);
          default -> "hello".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        };
    String to = exchange.getRequestURI().getRawQuery();
    if (path.equals("/loop")) {
      exchange.getResponseHeaders().set("Location", "/loop");
    }
    if (path.equals("/redirect")) {
      exchange.getResponseHeaders().set("Location", to);
    }
    int status =
        switch (path) {
          case "/redirect", "/loop" -> 302;
          case "/once" -> count == 1 ? 404 : 200;
          default -> 200;
        };
    if (path.equals("/never")) {
      return;
    }
    exchange.getResponseHeaders().set("X-Kind", "test");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Scripted getting(String url) {
    return Scripted.saying("done")
        .allow(host)
        .verify("def run(result):\n  log(http.get('" + url + "'))\n  return True\n");
  }

  private String failure(Scripted scripted) {
    return String.valueOf(
        catchThrowableOfType(DelegationException.class, scripted::run).getMessage());
  }

  @Test
  void theReachabilityCheckOfTheSpecificationRetriesUntilTheEndpointIsThere() throws Exception {
    Scripted scripted =
        Scripted.saying("deployed")
            .allow(host)
            .arg("url", "http://" + host + "/once")
            .verify(
                """
                def run(result):
                    resp = http.get(args["url"])
                    ok = resp["status"] in [200, 204]
                    return json.encode({
                        "verified": ok,
                        "reason": "" if ok else "endpoint returned %d" % resp["status"],
                    })
                """);

    assertThat(scripted.run().attempts()).isEqualTo(2);
    assertThat(scripted.prompts.getLast()).contains("endpoint returned 404");
  }

  @Test
  void anAnswerIsADictWithLowerCaseHeaders() throws Exception {
    Scripted scripted =
        Scripted.saying("x")
            .allow(host)
            .verify(
                "def run(result):\n  r = http.get('http://"
                    + host
                    + "/headers', headers={'X-Mine': 'yes'})\n"
                    + "  log([r['status'], r['ok'], r['body'], r['headers']['x-kind'], r['url']])\n"
                    + "  return True\n");

    var _ = scripted.run();

    assertThat(scripted.log)
        .containsExactly("[200, True, \"yes\", \"test\", \"http://" + host + "/headers\"]");
  }

  @ParameterizedTest
  @CsvSource({
    "example.com, http://127.0.0.1:80/",
    "example.com, http://example.org/",
    "example.com, http://example.com.evil.net/",
    "example.com, file:///etc/passwd",
    "example.com, ftp://example.com/",
    "*.example.com, http://example.com/",
    "127.0.0.1:1, http://127.0.0.1:2/"
  })
  void whatIsNotNamedIsDenied(String allowed, String url) {
    assertThat(failure(getting(url).allow(allowed))).contains("network sandbox: ").contains(url);
    assertThat(requests).hasValue(0);
  }

  @Test
  void aNameStandsForTheNamesBelowItAsWell() {
    InetAddress address = InetAddress.ofLiteral("93.184.215.14");
    EgressPolicy policy =
        new EgressPolicy(List.of(AllowedHost.parseDomain("example.com")), _ -> List.of(address));

    assertThat(policy.check("http://api.example.com/"))
        .isInstanceOf(EgressPolicy.Answer.Allowed.class);
    assertThat(policy.check("http://notexample.com/"))
        .isInstanceOf(EgressPolicy.Answer.Denied.class);
  }

  @Test
  void aRedirectToAHostThatIsNotNamedIsDenied() {
    int port = server.getAddress().getPort();

    assertThat(failure(getting("http://" + host + "/redirect?http://localhost:" + port + "/")))
        .contains("network sandbox: after a redirect the host is not among the allowed hosts");
    assertThat(requests).hasValue(1);
  }

  @Test
  void aRedirectInsideTheAllowedHostsIsFollowedAndALoopIsNot() throws Exception {
    Scripted scripted = getting("http://" + host + "/redirect?/headers");
    var _ = scripted.run();
    assertThat(scripted.log.getFirst()).contains("\"status\": 200");

    assertThat(failure(getting("http://" + host + "/loop"))).contains("redirects, found more");
  }

  @Test
  void headersOfAScriptStayWithTheOriginTheyWereMeantFor() throws Exception {
    PinnedClient reader =
        client(new EgressPolicy(List.of(AllowedHost.parse(host), AllowedHost.parse("localhost"))));
    String elsewhere = "http://localhost:" + server.getAddress().getPort() + "/headers";

    PinnedClient.Answer answer =
        reader.fetch(
            "GET",
            "http://" + host + "/redirect?" + elsewhere,
            Map.of("X-Mine", "token"),
            Duration.ofSeconds(20));

    assertThat(answer.text(StandardCharsets.UTF_8)).isEqualTo("null");
  }

  @Test
  void aNameThatAnswersWithLoopbackIsDenied() {
    EgressPolicy policy =
        new EgressPolicy(
            List.of(AllowedHost.parseDomain("rebind.test")),
            _ -> List.of(InetAddress.ofLiteral("127.0.0.1")));

    assertThatThrownBy(() -> fetch(policy, "http://rebind.test:" + port() + "/"))
        .hasMessageContaining("private address that is not named");
    assertThat(requests).hasValue(0);
  }

  @Test
  void aNameServerThatChangesItsAnswerIsAskedOnlyOncePerHop() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    EgressPolicy policy =
        new EgressPolicy(
            List.of(AllowedHost.parseDomain("rebind.test"), AllowedHost.parse("127.0.0.1")),
            _ ->
                List.of(
                    InetAddress.ofLiteral(
                        asked.getAndIncrement() == 0 ? "127.0.0.1" : "127.0.0.2")));

    assertThat(fetch(policy, "http://rebind.test:" + port() + "/").status()).isEqualTo(200);
    assertThat(asked).hasValue(1);
    assertThatThrownBy(() -> fetch(policy, "http://rebind.test:" + port() + "/"))
        .hasMessageContaining("private address that is not named");
    assertThat(requests).hasValue(1);
  }

  private int port() {
    return server.getAddress().getPort();
  }

  private static PinnedClient client(EgressPolicy policy) {
    return new PinnedClient(policy, new PinnedClient.Bounds("test", 1 << 20, 5));
  }

  private static PinnedClient.Answer fetch(EgressPolicy policy, String url) throws IOException {
    return client(policy).fetch("GET", url, Map.of(), Duration.ofSeconds(20));
  }

  @Test
  void aBodyBeyondTheBoundIsAHardError() {
    assertThat(failure(getting("http://" + host + "/large")))
        .contains("expected a body of at most");
  }

  @Test
  void aServerThatNeverAnswersIsAHardErrorInTime() {
    Scripted scripted =
        Scripted.saying("x")
            .allow(host)
            .verify(
                "def run(result):\n  http.get('http://" + host + "/never', timeout_seconds=0.3)\n");

    assertThat(failure(scripted)).contains("http.get: ").contains("timeout");
  }

  @ParameterizedTest
  @CsvSource({"Host", "content-length", "Connection"})
  void aScriptCannotSetTheHeadersThatFrameARequest(String name) {
    Scripted scripted =
        Scripted.saying("x")
            .allow(host)
            .verify(
                "def run(result):\n  http.get('http://"
                    + host
                    + "/', headers={'"
                    + name
                    + "': 'x'})\n");

    assertThat(failure(scripted)).contains("expected headers that a script may set");
    assertThat(requests).hasValue(0);
  }
}
