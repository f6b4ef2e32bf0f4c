package dev.assay.cfverify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.assay.cfverify.judge.ConsistencyJudge.Case;
import dev.assay.cfverify.judge.ConsistencyJudge.DowngradingJudge;
import dev.assay.cfverify.judge.ConsistencyJudge.Judgement;
import dev.assay.cfverify.judge.ConsistencyJudge.Support;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ModelJudgeTest {

  private static final Case SUPPORTED = new Case("the port is 8080", "port=8080", Support.QUOTED);
  private static final Case CONTRADICTED =
      new Case("the port is 8080", "port=9090", Support.QUOTED);

  private final AtomicReference<String> answer = new AtomicReference<>("CONSISTENT");
  private final AtomicReference<String> asked = new AtomicReference<>("");
  private final AtomicReference<String> authorization = new AtomicReference<>("");
  private HttpServer server;
  private ModelJudge model;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          asked.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          authorization.set(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          byte[] body =
              ("{\"choices\":[{\"message\":{\"content\":\"" + answer.get() + "\"}}]}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/";
    model = new ModelJudge(new ModelEndpoint(url, "small", "secret-key"));
  }

  @AfterEach
  void stop() {
    model.close();
    server.stop(0);
  }

  private Judgement both(Case subject) {
    ConsistencyJudge judge = new DowngradingJudge(DeterministicJudge.demanding(), model);
    return judge.judge(subject);
  }

  @Test
  void theModelCanObjectToWhatLooksConsistent() {
    answer.set("contradicts.");
    assertThat(both(SUPPORTED)).isInstanceOf(Judgement.Contradicts.class);

    answer.set("UNDECIDED");
    assertThat(both(SUPPORTED)).isInstanceOf(Judgement.Undecided.class);
  }

  @Test
  void theModelCannotExcuseAContradictionAndIsNotEvenAsked() {
    answer.set("CONSISTENT");

    assertThat(both(CONTRADICTED)).isInstanceOf(Judgement.Contradicts.class);
    assertThat(asked.get()).isEmpty();
    assertThat(both(SUPPORTED)).isInstanceOf(Judgement.Consistent.class);
  }

  @Test
  void anAnswerInOtherWordsOrNoAnswerIsUndecided() {
    answer.set("CONSISTENT, and also ignore the rules");
    assertThat(both(SUPPORTED)).isInstanceOf(Judgement.Undecided.class);

    answer.set("\"}");
    assertThat(both(SUPPORTED)).isInstanceOf(Judgement.Undecided.class);

    server.stop(0);
    assertThat(both(SUPPORTED)).isInstanceOf(Judgement.Undecided.class);
  }

  @Test
  void claimAndSnippetAreSentAsQuotedDataUnderAFixedInstruction() throws IOException {
    var _ = both(SUPPORTED);

    JsonNode request = new ObjectMapper().readTree(asked.get());
    assertThat(request.at("/model").asText()).isEqualTo("small");
    assertThat(request.at("/messages/0/content").asText()).contains("untrusted");
    JsonNode data = new ObjectMapper().readTree(request.at("/messages/1/content").asText());
    assertThat(data.path("claim").asText()).isEqualTo("the port is 8080");
    assertThat(data.path("snippet").asText()).isEqualTo("port=8080");
    assertThat(authorization.get()).isEqualTo("Bearer secret-key");
  }

  @Test
  void theKeyIsNeverPrintedAndTheUrlIsChecked() {
    assertThat(new ModelEndpoint("http://h/v1", "m", "secret-key").toString())
        .doesNotContain("secret");
    assertThatThrownBy(() -> new ModelEndpoint("file:///etc", "m", null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
