package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What answers with success is not Assay: no command takes that for success. */
class InvalidAnswerTest {

  private static final String ID = "0".repeat(64);

  private final HttpServer server;
  private final Path tokenFile;

  InvalidAnswerTest(@TempDir Path directory) throws IOException {
    this.tokenFile = Files.writeString(directory.resolve("token"), "t");
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answerAlways(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          var _ = exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private TestSystem.Ran run(String words) {
    List<String> arguments = new ArrayList<>(List.of(words.split(" ", -1)));
    arguments.addAll(List.of("--token-file", tokenFile.toString()));
    arguments.addAll(List.of("--url", "http://127.0.0.1:" + server.getAddress().getPort()));
    return TestSystem.ran(_ -> arguments);
  }

  private static void assertInvalid(TestSystem.Ran ran, String detail) {
    assertThat(ran.exitCode()).as(ran.output() + ran.errors()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(ran.output()).isEmpty();
    assertThat(ran.errors()).contains("INVALID_ANSWER", detail);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attestations list",
        "attestations list --json",
        "failures",
        "promotions",
        "attestations show abcd",
        "attestations verify abcd",
        "keys",
        "work-items",
        "work-items x",
        "work-items x --json",
        "explain x",
        "approvals list",
        "approvals answer x --answer y",
        "submit --work-item w",
        "submit --work-item w --wait 0",
      })
  void anArrayIsNoAnswer(String words) {
    answerAlways("[]");

    assertInvalid(run(words), "expected an object, found array");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attestations list     | {\"items\":5}        | items | of type array, found number",
        "promotions            | {\"items\":5}        | items | of type array, found number",
        "failures --json       | {\"items\":{}}       | items | of type array, found object",
        "work-items            | {\"item\":[]}        | items | of type array, found missing",
        "keys                  | {\"keys\":{}}        | keys | of type array, found object",
        "work-items x          | {\"workItem\":null}  | workItem | of type string, found null",
        "submit --work-item w  | {}                   | workItem | of type string, found missing",
      })
  void whatIsMissingOrOfAnotherTypeIsNamed(
      String words, String answer, String member, String detail) {
    answerAlways(answer);

    assertInvalid(run(words), "expected member '" + member + "' " + detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attestations list       | {\"items\":[5]} | expected an object, found number, in items[0]",
        "attestations list       | {\"items\":[{\"id\":7}]} | member 'id' of type string, found"
            + " number",
        "work-items --json       | {\"items\":[null]} | expected an object, found null, in"
            + " items[0]",
        "work-items              | {\"items\":[{}]} | found missing, in items[0]",
        "work-items x            | {\"workItem\":\"x\"} | member 'decisions' of type array, found"
            + " missing",
        "work-items x            | {\"workItem\":\"x\",\"decisions\":[[]]} | in decisions[0]",
        "keys                    | {\"keys\":[\"k\"]} | found string, in keys[0]",
        "approvals list          | {\"items\":[{\"id\":\"q\"}]} | found missing, in items[0]",
        "approvals answer q --answer y | {\"items\":[[]]} | found array, in items[0]",
      })
  void anElementOfAListThatIsNoneIsNamed(String words, String answer, String detail) {
    answerAlways(answer);

    assertInvalid(run(words), detail);
  }

  @Test
  void aListOfQuestionsThatGoesOnForEverIsLeft() {
    answerAlways("{\"items\":[],\"next\":\"on\"}");

    assertInvalid(run("approvals answer q --answer y"), "pages of questions, found more");
  }

  @Test
  void anAnswerToAnApprovalIsNotTakenForKept() {
    answerAlways("[]");

    assertInvalid(run("approvals answer " + ID + " --answer y"), "expected an object");
  }

  @Test
  void aDocumentIsNoStreamOfEvents() {
    answerAlways("[]");

    assertInvalid(run("watch x"), "expected text/event-stream, found application/json");
  }
}
