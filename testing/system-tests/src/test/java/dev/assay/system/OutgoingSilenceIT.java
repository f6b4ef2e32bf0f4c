package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.Topics;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that Assay tells somebody by itself, caught at once: what an agent claimed and what
 * its artifacts say is in none of it, whether the field was disclosed to somebody or not.
 */
class OutgoingSilenceIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Each is in one place of what agents send, and begins with the same letters. */
  private static final String CANARY = "kanarien";

  private static final String TOKEN = "ghp_" + "k4N4r1En".repeat(4) + "Qz7P";
  private static final String WORK_ITEM = "silence/all";
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));
  private static Captured captured;

  @BeforeAll
  static void start() throws Exception {
    captured = new Captured();
    Path data = Files.createDirectories(home.resolve("data"));
    Path shop = home.resolve("shop.sqlite");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + shop);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT)");
      statement.executeUpdate("INSERT INTO orders VALUES (7, 'kanarienrow')");
    }
    Files.writeString(
        data.resolve("assay.yaml"),
        """
        telemetry: {otlpEndpoint: "http://%1$s"}
        keys: {redaction: keys/redaction}
        worker: {groundTruths: {shop: {sqlite: "%2$s"}}}
        outgoing:
          hosts: ["%1$s"]
          endpoints:
            hook: {secretUrl: "http://%1$s/hook"}
            chat: {kind: slack, secretUrl: "http://%1$s/chat"}
            traces: {kind: otlp, secretUrl: "http://%1$s/v1/logs"}
            pipeline: {kind: cdevents}
        """
                .formatted(captured.host(), shop)
            + UpSystem.NO_CANARIES);
    system = new UpSystem(data).start();
  }

  @AfterAll
  static void stop() {
    system.close();
    captured.close();
  }

  /** A report whose every text but names of classes and types is a canary. */
  private static String report() {
    return """
    <testsuite name="kanariensuite of theirs" tests="2" failures="1">
      <properties><property name="kanarienproperty" value="kanarienvalue"/></properties>
      <testcase classname="shop.CartTest" name="total"/>
      <testcase classname="shop.CartTest" name="kanarientest says: promote this">
        <failure type="java.lang.AssertionError" message="kanarienmessage %s">\
    java.lang.AssertionError: kanarientext
    \tat shop.Cart.total(Cart.java:3)</failure>
        <system-out>kanarienout</system-out><system-err>kanarienerr</system-err>
      </testcase>
    </testsuite>
    """
        .formatted(TOKEN);
  }

  private static ObjectNode event() throws Exception {
    ObjectNode data = Samples.data(WORK_ITEM, "", 0);
    data.put("run", "kanarienrun").put("groundTruth", "shop");
    data.putObject("agent").put("fleet", "shop").put("id", "agent-1");
    data.putArray("claims").add("kanarienclaim: all is well").add(TOKEN);
    data.putObject("target").putArray("files").add("src/kanarienfile.java");
    data.putArray("artifacts");
    artifact(data, "test-report", "application/xml", report());
    artifact(data, "test-log", "text/plain", "kanarienlog\n1 failed, 1 passed in 0.2s\n");
    artifact(
        data,
        "tool-trace",
        "application/json",
        "{\"tool\":\"orders.update\",\"params\":{\"id\":7,\"status\":\"kanarienparam\"}}\n");
    artifact(data, "policy-subject", "text/plain", "kanariensubject " + TOKEN + "\n");
    return Samples.event(WORK_ITEM, data)
        .put("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01");
  }

  private static void artifact(ObjectNode data, String role, String mediaType, String text)
      throws Exception {
    Samples.artifact(data, system.api(), role, mediaType, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void nothingThatAgentsAndArtifactsSayLeavesByAnyWay() throws Exception {
    Api.Answer answer = system.api().post(Api.EVENT, event().toString(), "?wait=100");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    JsonNode decision = answer.json().path("decision");
    assertThat(system.api().json("/v1/work-items/" + WORK_ITEM + "/explanation").toString())
        .as("those who look behind the pointers see it")
        .contains("kanarienmessage");

    Map<String, String> ways = new TreeMap<>();
    for (String path : List.of("/hook", "/chat", "/v1/logs", "/v1/traces")) {
      Await.until(path + " is told", () -> captured.at(path).toString().contains(WORK_ITEM));
    }
    ways.put("a CDEvent", Await.value("a CDEvent", OutgoingSilenceIT::cdEvents));
    ways.put("the event stream", stream());
    ways.putAll(tools(decision));
    ways.putAll(job());
    for (String path : List.of("/hook", "/chat", "/v1/logs", "/v1/traces")) {
      ways.put(path, captured.at(path).toString());
    }
    ways.put("what it prints", Files.readString(home.resolve("data.out")));
    ways.put("its metrics", system.api().get("/metrics").body());
    ways.put("its deliveries", system.api().get("/v1/deliveries").body());

    assertThat(ways)
        .allSatisfy((_, said) -> assertThat(said).isNotBlank())
        .allSatisfy((_, said) -> assertThat(said).doesNotContain(CANARY, TOKEN));
  }

  private static Optional<String> cdEvents() throws Exception {
    KafkaConfig kafka = KafkaConfig.embedded(system.bootstrap(), system.client("operator"));
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(Map.of()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(kafka.prefixed(Topics.CDEVENTS)).stream()
              .map(each -> new TopicPartition(each.topic(), each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      StringBuilder said = new StringBuilder();
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
        record.headers().forEach(each -> said.append(each.key()).append(text(each.value())));
        said.append(text(record.key())).append(text(record.value()));
      }
      return said.isEmpty() ? Optional.empty() : Optional.of(said.toString());
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8) + '\n';
  }

  /** The server-sent events of the work item until its decision. */
  private static String stream() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(system.api().url() + "/v1/work-items/" + WORK_ITEM + "/events"))
            .header("Authorization", "Bearer " + token("operator"))
            .build();
    StringBuilder said = new StringBuilder();
    try (HttpClient http = HttpClient.newHttpClient();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    http.send(request, BodyHandlers.ofInputStream()).body(),
                    StandardCharsets.UTF_8))) {
      boolean decided = false;
      for (String line = lines.readLine();
          line != null && !(decided && line.isEmpty());
          line = lines.readLine()) {
        decided |= line.equals("event: decision");
        said.append(line).append('\n');
      }
      http.shutdownNow();
    }
    return said.toString();
  }

  private static String token(String name) throws Exception {
    return Files.readString(system.directory().resolve("tokens/" + name)).strip();
  }

  /** What each tool of the Model Context Protocol answers. */
  private static Map<String, String> tools(JsonNode decision) throws Exception {
    Map<String, String> said = new HashMap<>();
    String attestation = decision.path("attestations").path(0).asText();
    Map<String, Map<String, Object>> calls =
        Map.of(
            "wait_for_verdict", Map.of("work_item", WORK_ITEM),
            "explain", Map.of("work_item", WORK_ITEM),
            "list_work_items", Map.of(),
            "get_attestation", Map.of("id", attestation),
            "verify_attestation", Map.of("id", attestation));
    try (Api agent = new Api(system.api().url(), token("operator"))) {
      for (Map.Entry<String, Map<String, Object>> call : calls.entrySet()) {
        JsonNode answer =
            agent
                .answer(
                    "/mcp",
                    JSON.writeValueAsString(
                        Map.of(
                            "jsonrpc",
                            "2.0",
                            "id",
                            1,
                            "method",
                            "tools/call",
                            "params",
                            Map.of("name", call.getKey(), "arguments", call.getValue()))))
                .json();
        assertThat(answer.at("/result/isError").asBoolean(answer.has("error")))
            .as(answer.toString())
            .isFalse();
        said.put("the tool " + call.getKey(), answer.toString());
      }
    }
    return said;
  }

  /** What a job of continuous integration prints and writes about the same report. */
  private static Map<String, String> job() throws Exception {
    Map<String, String> said = new HashMap<>();
    Path out = Files.createDirectories(home.resolve("verdict"));
    try (CiJob job = new CiJob(home.resolve("job"), "acme/shop", "unused")) {
      job.with(
              ".assay.yaml",
              "fleet: shop\nrequires: [testreport]\nartifacts:\n"
                  + "  - {role: test-report, glob: reports/*.xml}\n")
          .with("reports/one.xml", report());
      UpSystem.Command command =
          job.run(
              system,
              "--work-item",
              "silence/ci",
              "--token-file",
              system.directory().resolve("tokens/operator").toString(),
              "--junit=" + out.resolve("junit.xml"),
              "--ctrf=" + out.resolve("ctrf.json"),
              "--sarif=" + out.resolve("verdict.sarif"),
              "--summary=" + out.resolve("summary.md"),
              "--comment=" + out.resolve("comment.md"),
              "--code-quality=" + out.resolve("quality.json"));
      assertThat(command.exitCode()).as(command.output()).isEqualTo(1);
      said.put("assay ci", command.output());
    }
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.toList()) {
        said.put("assay ci: " + file.getFileName(), Files.readString(file));
      }
    }
    assertThat(said).hasSize(7);
    return said;
  }
}
