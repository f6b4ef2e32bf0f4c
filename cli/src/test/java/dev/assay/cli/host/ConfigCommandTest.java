package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code assay config check} finds. */
class ConfigCommandTest {

  @TempDir private Path home;

  private record Ran(int exit, String out) {}

  private Ran check(Map<String, String> environment, String... more) {
    ConfigCommand.CheckCommand command = new ConfigCommand.CheckCommand();
    CommandLine line = new CommandLine(command);
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out));
    String[] words = new String[more.length + 2];
    words[0] = "--data-dir";
    words[1] = home.toString();
    System.arraycopy(more, 0, words, 2, more.length);
    line.parseArgs(words);
    int exit = command.check(environment);
    return new Ran(exit, out.toString());
  }

  @Test
  void nothingIsWrongWithTheDefaults() {
    Ran ran =
        check(
            Map.of(
                "ASSAY_URL", "http://x",
                "ASSAY_LOG_LEVEL", "info",
                "ASSAY_KAFKA_LOG_LEVEL", "warn",
                "PATH", "/bin"));

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out()).contains("defaults", "the standard one").doesNotContain("note", "wrong");
    assertThat(home).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "'htp: {}', htp",
    "'http: {port: many}', 'expected a number at http.port, found another type of value'",
    "'log: {public: often}', 'expected true or false at log.public'",
    "'director: {reexecution: now}', 'expected an array at director.reexecution'",
    "'director: {threads: 0}', director.threads",
    "'director: {policy: none.yaml}', none.yaml",
    "'log: {witnesses: none.policy}', none.policy",
    "'http: {host: 0.0.0.0, auth: none}', 'bind 127.0.0.1 or configure a token'",
    "'artifacts: {s3: {endpoint: minio, bucket: b, accessKey: a, secretKey: s3cret}}', https://host:9000",
    "'artifacts: {s3: {endpoint: http://h:1/p, bucket: b, accessKey: a, secretKey: s3cret}}', /p",
    "'worker: {verifierPath: none}', worker.verifierPath",
    "'worker: {verifiers: {comand: {}}}', comand",
    "'worker: {verifiers: {command: {commands: {mine: {comand: x}}}}}', commands.mine",
    "'log: {witnesses: assay.yaml}', tlog-policy-invalid",
    "'worker: {verifiers: {testreprot: {}}}', testreprot",
    "'worker: {verifiers: {testreport: {testMin: 3}}}', testMin",
    "'worker: {verifierPath: jars}', worker.verifierPath",
    "'worker: {groundTruths: {assay.canary: {sqlite: x.db}}}', reserved",
    "'outgoing: {endpoints: {chat: {kind: slack, secretUrl: https://h/s3cret}}}', outgoing.hosts",
  })
  void aMistakeIsNamed(String yaml, String named) throws Exception {
    Files.writeString(home.resolve("assay.yaml"), yaml);

    Ran ran = check(Map.of());

    assertThat(ran.exit()).as(ran.out()).isEqualTo(1);
    assertThat(ran.out()).contains("wrong", named).doesNotContain("s3cret");
  }

  @Test
  void verifiersThatAreNamedAreSetUpAndLeaveNothingBehind() throws Exception {
    Files.writeString(home.resolve("assay.yaml"), "worker: {verifiers: {quick: {}}}\n");

    Ran ran = check(Map.of());

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out()).contains("ok     worker.verifiers");
    try (Stream<Path> left = Files.list(home)) {
      assertThat(left).containsExactly(home.resolve("assay.yaml"));
    }
  }

  @Test
  void aSettingThatNoClientOfKafkaKnowsIsNoted() throws Exception {
    Files.writeString(
        home.resolve("assay.yaml"),
        "kafka: {client: {secuirty.protocol: SASL_SSL, sasl.mechanism: PLAIN, linger.ms: \"5\"}}");

    Ran ran = check(Map.of());

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out())
        .contains("note", "secuirty.protocol")
        .doesNotContain("sasl.mechanism", "linger.ms");
  }

  @Test
  void aMachineReadsTheSame() throws Exception {
    Files.writeString(home.resolve("assay.yaml"), "director: {policy: none.yaml}\n");

    Ran ran = check(Map.of("ASSAY_TOKN", "secret"), "--json");

    assertThat(ran.exit()).isEqualTo(1);
    JsonNode told = new ObjectMapper().readTree(ran.out());
    assertThat(told.path("result").asText()).isEqualTo("wrong");
    assertThat(told.path("findings").findValuesAsText("result"))
        .containsExactly("note", "ok", "wrong");
    assertThat(told.path("findings").findValuesAsText("what"))
        .containsExactly("ASSAY_TOKN", "configuration", "policy");
  }

  @Test
  void everyMistakeIsToldWithItsLine() throws Exception {
    Path file = home.resolve("mine.yaml");
    Files.writeString(
        file,
        """
        htp: {}
        http:
          port: many
          prot: 1
        director:
          threads: 0
          policy: none.yaml
        log: {public: often}
        keys:
          attestation: "${ASSAY_NOWHERE}"
        outgoing:
          endpoints:
            chat: {kind: slack}
            talk: {kind: pigeon}
        """);

    Ran ran = check(Map.of(), file.toString());
    Ran json = check(Map.of(), file.toString(), "--json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out().lines().filter(line -> line.startsWith("wrong")))
        .as(ran.out())
        .hasSizeGreaterThanOrEqualTo(9);
    assertThat(ran.out())
        .contains(
            "mine.yaml:1: ",
            "mine.yaml:3: ",
            "mine.yaml:4: ",
            "mine.yaml:6: ",
            "mine.yaml:8: ",
            "mine.yaml:10: ",
            "mine.yaml:13: ",
            "mine.yaml:14: ",
            "none.yaml");
    assertThat(
            new ObjectMapper()
                .readTree(json.out()).path("findings").findValues("line").stream()
                    .map(JsonNode::asInt))
        .contains(1, 3, 4, 6, 8, 10, 13, 14);
  }

  @Test
  void aMistakeDeepInsideIsToldOnceWithItsOwnLine() throws Exception {
    Path file = home.resolve("mine.yaml");
    Files.writeString(
        file,
        """
        outgoing:
          hosts: [example.com]
          endpoints:
            chat:
              kind: slack
              secretUrl: "ftp://example.com/x"
        """);

    Ran ran = check(Map.of(), file.toString());

    assertThat(ran.out().lines().filter(line -> line.startsWith("wrong")))
        .singleElement()
        .asString()
        .contains("mine.yaml:6: expected outgoing.endpoints.chat.secretUrl");
  }

  @Test
  void whatIsNoYamlIsToldWithItsLine() throws Exception {
    Path file = Files.writeString(home.resolve("mine.yaml"), "http:\n  port: 1\n  port: 2\n");

    Ran ran = check(Map.of(), file.toString(), "--json");

    assertThat(ran.exit()).as(ran.out()).isEqualTo(1);
    assertThat(new ObjectMapper().readTree(ran.out()).at("/findings/0/line").asInt())
        .as(ran.out())
        .isEqualTo(3);
  }

  @Test
  void aVariableThatNobodyReadsIsNotedUnlessTheFileNamesIt() throws Exception {
    Files.writeString(home.resolve("assay.yaml"), "kafka: {bootstrap: \"${ASSAY_BROKER}\"}\n");

    Ran ran = check(Map.of("ASSAY_TOKN", "secret", "ASSAY_BROKER", "b:1"));

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out()).contains("note   ASSAY_TOKN").doesNotContain("ASSAY_BROKER", "secret");
  }

  @Test
  void aBrokerThatTheFileDoesNotNameIsNotAskedFor() throws Exception {
    Ran none = check(Map.of(), "--reach");
    Files.writeString(home.resolve("assay.yaml"), "kafka: {partitions: 2}\n");
    Ran other = check(Map.of(), "--reach");

    assertThat(none.exit()).as(none.out()).isZero();
    assertThat(other.exit()).as(other.out()).isZero();
    assertThat(other.out()).doesNotContain("kafka.bootstrap");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b:9092", "b", "b:99999", "", "://x:1"})
  void anAddressThatCannotBeIsWrongAndNoFault(String bootstrap) throws Exception {
    Files.writeString(home.resolve("assay.yaml"), "kafka: {bootstrap: \"" + bootstrap + "\"}\n");

    Ran ran = check(Map.of(), "--reach");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).contains("wrong");
  }

  @Test
  void addressesAreReadAsTheirClientsReadThem() {
    assertThat(NamedAddresses.brokers("PLAINTEXT://h:9092, [::1]:9093,b_1:1"))
        .extracting(InetSocketAddress::getHostString, InetSocketAddress::getPort)
        .containsExactly(tuple("h", 9092), tuple("[::1]", 9093), tuple("b_1", 1));
    assertThat(NamedAddresses.database("jdbc:postgresql://h1,h2:6432/db?ssl=true"))
        .extracting(InetSocketAddress::getHostString, InetSocketAddress::getPort)
        .containsExactly(tuple("h1", 5432), tuple("h2", 6432));
    assertThat(NamedAddresses.database("jdbc:sqlite:/data/a.db")).isEmpty();
    assertThatThrownBy(() -> NamedAddresses.database("jdbc:postgresql://u:s3cret@h/db"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void whatIsNamedIsReachedOnlyWhenThatIsAsked() throws Exception {
    try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Files.writeString(
          home.resolve("assay.yaml"),
          "kafka: {bootstrap: \"127.0.0.1:" + broker.getLocalPort() + ",127.0.0.1:9\"}\n");

      assertThat(check(Map.of()).exit()).isZero();
      Ran ran = check(Map.of(), "--reach");

      assertThat(ran.exit()).isEqualTo(1);
      assertThat(ran.out())
          .contains("127.0.0.1:" + broker.getLocalPort() + " answers")
          .contains("found none (ConnectException)");
    }
  }
}
