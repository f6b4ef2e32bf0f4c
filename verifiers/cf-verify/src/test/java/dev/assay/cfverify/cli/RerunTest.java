package dev.assay.cfverify.cli;

import static dev.assay.cfverify.cli.SubResults.claiming;
import static dev.assay.cfverify.cli.SubResults.hashed;
import static dev.assay.cfverify.cli.SubResults.hint;
import static dev.assay.cfverify.cli.SubResults.quoted;
import static dev.assay.cfverify.cli.SubResults.toolCall;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tool calls that are repeated against a real server on loopback, or are not repeated at all. */
final class RerunTest {

  private static final String CLAIM = "The export feature is enabled with limit 8080";

  @TempDir Path root;
  private CfVerify command;
  private HttpServer server;
  private String host;
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void serve() throws IOException {
    command = new CfVerify(root);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    host = "127.0.0.1:" + server.getAddress().getPort();
    page("/agrees", "text/plain", "export feature: enabled, limit 8080");
    page("/denies", "text/plain", "export feature: disabled, limit 8080");
    page("/other-number", "text/plain", "export feature: enabled, limit 9090");
    page("/unrelated", "text/plain", "the weather is fine");
    page("/empty", "text/plain", "");
    page(
        "/html",
        "text/html; charset=utf-8",
        "<html><script>export feature disabled</script><p>export <b>feature</b> enabled&nbsp;at"
            + " limit 8080</p></html>");
    page("/huge", "text/plain", "x".repeat(3 << 20));
    redirect("/redirect", "/agrees");
    redirect("/loop", "/loop");
    redirect("/away", "http://169.254.169.254/latest/meta-data");
    redirect("/file", "file:///etc/passwd");
    server.createContext("/broken", exchange -> answer(exchange, 500, "text/plain", "oops"));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void page(String path, String type, String body) {
    server.createContext(path, exchange -> answer(exchange, 200, type, body));
  }

  private void redirect(String path, String to) {
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Location", to);
          answer(exchange, 302, "text/plain", "");
        });
  }

  private void answer(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    requests.add(exchange.getRequestURI().toString());
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private ObjectNode fetch(String path) {
    ObjectNode hint = hint("web_fetch").put("url", url(path)).put("prompt", "what is the limit?");
    return hashed(toolCall(hint), "sha256:00");
  }

  private String url(String path) {
    return path.contains(":") ? path : "http://" + host + path;
  }

  private String counts(ObjectNode evidence, String... more) {
    return command.verify(claiming(CLAIM, evidence).toString(), more).counts();
  }

  @Test
  void aPageThatAgreesPassesAndOneThatContradictsFails() {
    assertThat(counts(fetch("/agrees"), "--allow-host", host)).isEqualTo("1/1/0");
    assertThat(counts(fetch("/html"), "--allow-host", host)).isEqualTo("1/1/0");
    assertThat(counts(fetch("/denies"), "--allow-host", host)).isEqualTo("1/0/1");
    assertThat(counts(fetch("/other-number"), "--allow-host", host)).isEqualTo("1/0/1");
    assertThat(counts(fetch("/unrelated"), "--allow-host", host)).isEqualTo("1/0/0");
  }

  @Test
  void aQuoteOnAPageProvesItAndAMissingQuoteAloneDoesNotFail() {
    ObjectNode quoted = fetch("/unrelated").put("quote", "the weather is fine");
    ObjectNode misquoted = fetch("/agrees").put("quote", "export is on");

    assertThat(counts(quoted, "--allow-host", host)).isEqualTo("1/1/0");
    assertThat(counts(misquoted, "--allow-host", host)).isEqualTo("1/1/0");
  }

  @Test
  void noRequestIsMadeUnlessTheHostIsNamed() {
    assertThat(counts(fetch("/agrees"))).isEqualTo("1/0/0");
    assertThat(counts(fetch("/agrees"), "--allow-host", "example.org")).isEqualTo("1/0/0");
    assertThat(counts(fetch("/agrees"), "--allow-host", "127.0.0.1:1")).isEqualTo("1/0/0");
    assertThat(requests).isEmpty();
  }

  @Test
  void theEnvironmentMayNameHosts() {
    command.environment("ASSAY_CF_ALLOW_HOSTS", "example.org, localhost");

    assertThat(counts(fetch("/agrees"))).isEqualTo("1/0/0");
    String byName = "http://localhost:" + server.getAddress().getPort() + "/agrees";
    assertThat(counts(fetch(byName))).isEqualTo("1/1/0");
  }

  @Test
  void redirectsAreFollowedOnlyToWhereTheyMayGo() {
    assertThat(counts(fetch("/redirect"), "--allow-host", host)).isEqualTo("1/1/0");
    assertThat(counts(fetch("/away"), "--allow-host", host)).isEqualTo("1/0/0");
    assertThat(counts(fetch("/file"), "--allow-host", host)).isEqualTo("1/0/0");
    requests.clear();
    assertThat(counts(fetch("/loop"), "--allow-host", host)).isEqualTo("1/0/0");
    assertThat(requests).hasSize(6);
  }

  @Test
  void failingReadingsAreUnverifiableNotFailedAndNeverACrash() throws IOException {
    assertThat(counts(fetch("/broken"), "--allow-host", host)).isEqualTo("1/0/0");
    assertThat(counts(fetch("/empty"), "--allow-host", host)).isEqualTo("1/0/0");
    assertThat(counts(fetch("/huge"), "--allow-host", host)).isEqualTo("1/0/0");
    assertThat(counts(fetch("gopher://x/"), "--allow-host", "x")).isEqualTo("1/0/0");
    assertThat(counts(fetch("http://a b:c"), "--allow-host", host)).isEqualTo("1/0/0");
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    assertThat(counts(fetch("http://127.0.0.1:" + closed + "/"), "--allow-host", "127.0.0.1"))
        .isEqualTo("1/0/0");
  }

  @Test
  void callsThatCannotBeRepeatedArePartialWithoutARequest() {
    ObjectNode extra = hint("web_fetch").put("url", url("/agrees")).put("prompt", "p").put("x", 1);
    for (ObjectNode locator :
        new ObjectNode[] {
          toolCall(),
          toolCall(hint("unknown").put("note", "n").put("extra", true)),
          toolCall(hint("web_fetch")),
          toolCall(hint("web_fetch").put("url", url("/agrees"))),
          toolCall(hint("web_fetch").put("url", 1).put("prompt", "p")),
          toolCall(extra),
          toolCall(hint("web_search").put("query", "q")),
          toolCall(hint("mcp"))
        }) {
      assertThat(counts(quoted(locator, "enabled"), "--allow-host", host)).isEqualTo("1/0/0");
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void aSearchIsRepeatedWithItsDomains() {
    page(
        "/search",
        "application/json",
        """
        {"results":[
          {"url":"https://docs.example.org/a","title":"Export feature","content":"enabled, limit 8080"},
          {"url":"https://spam.example.com/a","title":"Export feature","content":"disabled"}]}
        """);
    ObjectNode hint = hint("web_search").put("query", "export & feature");
    hint.putArray("allowed_domains").add("example.org").add("example.net");
    hint.putArray("blocked_domains").add("spam.example.com");

    String endpoint = url("/search");
    assertThat(counts(hashed(toolCall(hint), "sha256:0"), "--search-url", endpoint))
        .isEqualTo("1/1/0");
    assertThat(requests)
        .containsExactly(
            "/search?format=json&q=export+%26+feature"
                + "&allowed_domains=example.org%2Cexample.net&blocked_domains=spam.example.com");
  }

  @Test
  void aSearchWithoutAnEndpointOrWithoutResultsIsUnverifiable() {
    page("/none", "application/json", "{\"results\":[]}");
    page("/text", "text/plain", "no JSON");
    ObjectNode search =
        hashed(toolCall(hint("web_search").put("query", "export feature")), "sha256:0");

    assertThat(counts(search, "--allow-host", host)).isEqualTo("1/0/0");
    assertThat(counts(search, "--search-url", url("/none"))).isEqualTo("1/0/0");
    assertThat(counts(search, "--search-url", url("/text"))).isEqualTo("1/0/0");
    assertThat(counts(fetch("/agrees"), "--search-url", url("/none"))).isEqualTo("1/0/0");
  }
}
