package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.core.export.AttestationFormat;
import dev.assay.core.export.StatementViews;
import dev.assay.core.sign.Envelope;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/verify-without-us.md, as printed there, against a store of ours. */
class VerifyWithoutUsTest {

  private static final Path DOCUMENT = Path.of("..", "docs", "verify-without-us.md");
  private static final List<String> TOOLS =
      List.of("bash", "curl", "jq", "openssl", "python3", "base64", "sha256sum");
  private static final String TEST_RESULT = AttestationFormat.TEST_RESULT.mediaType();
  private static final String TOKEN = "test-token";

  @TempDir private static Path builds;

  @TempDir Path directory;
  private AttestationStore store;
  private HttpServer server;
  private UnaryOperator<String> answer = UnaryOperator.identity();
  private UnaryOperator<String> view = UnaryOperator.identity();

  @BeforeEach
  void serveStore() throws IOException {
    List<String> missing = TOOLS.stream().filter(tool -> !onPath(tool)).toList();
    assertThat(missing).as("what the documented commands need and the PATH has not").isEmpty();
    GoChecklog.require();
    store = TestStores.open(TestStores.sqlite(directory.resolve("store")));
    store.append(Samples.range(0, 300));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
      store.close();
    }
  }

  @Test
  void everyDocumentedCommandSucceedsAndPrintsWhatTheDocumentSays() throws Exception {
    DocumentCommands.Outcome outcome = run(Samples.attestation(123).id());

    assertThat(outcome.output()).contains(document().blocks("text"));
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
  }

  @Test
  void aStatementOtherThanTheSignedOneFailsTheSignature() throws Exception {
    answer = body -> body.replace("\"payload\":\"ey", "\"payload\":\"fy");

    DocumentCommands.Outcome outcome = run(Samples.attestation(123).id());

    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.output()).contains("Signature Verification Failure");
  }

  @Test
  void aViewThatSaysSomethingElseThanTheStatementIsNoticed() throws Exception {
    view = body -> body.replace("\"result\":\"FAILED\"", "\"result\":\"PASSED\"");

    DocumentCommands.Outcome outcome = run(Samples.attestation(123).id());

    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.output())
        .contains("the log agrees with every checkpoint given", "view.json expected.json differ")
        .doesNotContain("the view follows");
  }

  @Test
  void aProofForAnotherEntryFailsTheInclusion() throws Exception {
    answer = body -> body.replace("\nindex 123\n", "\nindex 122\n");

    DocumentCommands.Outcome outcome = run(Samples.attestation(123).id());

    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.output()).contains("the path leads to another root");
  }

  @Test
  void aCheckpointOfAnotherTreeFailsItsSignature() throws Exception {
    answer = body -> body.replace("\n300\n", "\n301\n");

    DocumentCommands.Outcome outcome = run(Samples.attestation(123).id());

    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.output())
        .contains("the key id is that of the key")
        .doesNotContain("in the log of");
  }

  private DocumentCommands.Outcome run(String id) throws IOException, InterruptedException {
    List<String> scripts = document().blocks("python");
    Files.writeString(directory.resolve("inclusion.py"), scripts.getFirst());
    Files.writeString(directory.resolve("audit.py"), scripts.getLast());
    Files.copy(GoChecklog.SOURCE, directory.resolve(GoChecklog.SOURCE.getFileName()));
    Map<String, String> environment = new HashMap<>(GoChecklog.environment(builds));
    environment.put("ASSAY_URL", "http://127.0.0.1:" + server.getAddress().getPort());
    environment.put("ASSAY_TOKEN", TOKEN);
    environment.put("ID", id);
    environment.put("LC_ALL", "C.UTF-8");
    return document().run(String.join("\n", document().blocks("sh")), environment);
  }

  private DocumentCommands document() {
    return new DocumentCommands(DOCUMENT, directory);
  }

  static boolean onPath(String tool) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean open = !path.startsWith("/v1/attestations/");
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    Optional<byte[]> body =
        open || ("Bearer " + TOKEN).equals(token) ? resource(path) : Optional.empty();
    if (TEST_RESULT.equals(exchange.getRequestHeaders().getFirst("Accept"))) {
      body =
          body.flatMap(json -> new StatementViews(Envelope.parse(json).payload()).testResult())
              .map(json -> bytes(view.apply(new String(json, StandardCharsets.UTF_8))));
    }
    byte[] bytes = body.orElse(new byte[0]);
    exchange.sendResponseHeaders(
        body.isPresent() ? 200 : 404, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Optional<byte[]> resource(String path) {
    if (path.equals("/v1/keys")) {
      return Optional.of(bytes(keys().toString()));
    }
    if (path.equals("/checkpoint")) {
      return Optional.of(bytes(store.checkpoint()));
    }
    if (path.startsWith("/tile/")) {
      return store.tile(path.substring(1));
    }
    String rest = path.substring("/v1/attestations/".length());
    Optional<String> text =
        rest.endsWith("/proof")
            ? store.proof(rest.substring(0, rest.length() - "/proof".length()))
            : store.envelope(rest).map(json -> new String(json, StandardCharsets.UTF_8));
    return text.map(answer).map(VerifyWithoutUsTest::bytes);
  }

  private ObjectNode keys() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode list = document.putArray("keys");
    for (PublishedKey key : store.keys()) {
      list.addObject()
          .put("keyid", key.keyId())
          .put("use", key.use().text())
          .put("algorithm", key.algorithm())
          .put("spki", key.spki())
          .put("vkey", key.vkey())
          .put("notBefore", key.notBefore().toString());
    }
    return document;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
