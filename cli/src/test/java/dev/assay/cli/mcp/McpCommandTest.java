package dev.assay.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.assay.cli.client.ApiClient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client on standard input gets that does not do as others do. */
@Timeout(60)
class McpCommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer nothing;
  private final ApiClient api;
  private final PrintStream in;
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final Thread serving;

  McpCommandTest() throws IOException {
    this.nothing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    nothing.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    nothing.createContext(
        "/",
        exchange -> {
          byte[] body =
              "{\"code\":\"NOT_FOUND\",\"detail\":\"none\"}".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
          exchange.sendResponseHeaders(404, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    nothing.start();
    this.api = new ApiClient("http://127.0.0.1:" + nothing.getAddress().getPort(), null);
    PipedInputStream received = new PipedInputStream(1 << 20);
    this.in = new PrintStream(new PipedOutputStream(received), true, StandardCharsets.UTF_8);
    PrintStream told =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            said.add(line);
          }
        };
    this.serving =
        Thread.ofPlatform()
            .start(() -> {
              try {
                McpTools.Caller caller =
                    new McpTools.Caller(
                        api,
                        "default",
                        new SubmittedFiles(Path.of("")),
                        Progress.NONE,
                        () -> false);
                new McpCommand().serve(received, told, caller);
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  @AfterEach
  void stop() throws Exception {
    in.close();
    serving.join();
    api.close();
    nothing.stop(0);
  }

  private JsonNode next() throws Exception {
    return JSON.readTree(said.take());
  }

  private void initialize(String revision) throws Exception {
    in.println(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
            + revision
            + "\",\"capabilities\":{},\"clientInfo\":{}}}");
    assertThat(next().at("/result/protocolVersion").asText()).isEqualTo(revision);
  }

  private static String ping(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}";
  }

  private static String waiting(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"wait_for_verdict\","
        + "\"arguments\":{\"work_item\":\"w\",\"timeout_s\":50}}}";
  }

  private static String cancelled(int id) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
        + id
        + "}}";
  }

  @Test
  void aPingAndCancellationsAreHeardBehindCallsThatWait() throws Exception {
    IntStream.rangeClosed(1, 40).mapToObj(McpCommandTest::waiting).forEach(in::println);
    in.println(ping(99));

    assertThat(next().path("id").asInt()).isEqualTo(99);

    IntStream.rangeClosed(1, 40).mapToObj(McpCommandTest::cancelled).forEach(in::println);
    in.println(ping(100));
    assertThat(next().path("id").asInt()).isEqualTo(100);
  }

  @Test
  void aBatchIsForTheRevisionThatHasThem() throws Exception {
    initialize("2025-03-26");
    String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    in.println("[" + String.join(",", List.of(ping(1), notification, "7", ping(2))) + "]");

    JsonNode replies = next();
    assertThat(replies).hasSize(3);
    assertThat(replies.get(0).path("id").asInt()).isEqualTo(1);
    assertThat(replies.get(1).at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(replies.get(2).path("id").asInt()).isEqualTo(2);

    initialize("2025-11-25");
    in.println("[" + ping(1) + "]");
    assertThat(next().at("/error/code").asInt()).isEqualTo(-32600);
  }

  @Test
  void whatHasAnIdIsAnsweredWhateverItsNameAndWhateverGoesWrong() throws Exception {
    in.println(cancelled(1).replace("\"jsonrpc\"", "\"id\":5,\"jsonrpc\""));
    assertThat(next().at("/error/code").asInt()).isEqualTo(-32601);

    api.close();
    in.println(waiting(6));
    JsonNode answer = next();
    assertThat(answer.path("id").asInt()).isEqualTo(6);
  }
}
