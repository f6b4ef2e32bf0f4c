package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.demo.Demo;
import dev.assay.config.Yaml;
import dev.assay.core.director.Policy;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.topic.Topic;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemConfigTest {

  @Test
  void theLongestPrefixLeavesRoomForTheLongestNameOnTheBroker() {
    String longest = "director-deadlines-changelog";
    assertThat(Topic.all())
        .allSatisfy(
            topic -> assertThat(topic.name().length()).isLessThanOrEqualTo(longest.length()));
    assertThat(KafkaConfig.TOPIC_PREFIX_CHARS_MAX + longest.length())
        .isLessThanOrEqualTo(Limits.TOPIC_CHARS_MAX);
  }

  @Test
  void withoutASectionItsDefaultsHold() {
    SystemConfig config = SystemConfig.read(null, Map.of());

    assertThat(config.http().port()).isEqualTo(7070);
    assertThat(config.http().host()).isEqualTo("127.0.0.1");
    assertThat(config.http().auth()).isEqualTo("token");
    assertThat(config.artifacts().bytesMax()).isEqualTo(1L << 30);
    assertThat(config.artifacts().s3()).isNull();
    assertThat(config.kafka().topicPrefix()).isEqualTo("assay.");
    assertThat(config.worker().lanes()).isEqualTo(4);
    assertThat(config.canary().intervalSeconds()).isEqualTo(300);
    assertThat(config.model()).isNull();
  }

  /** Each value differs from its default, so that a member that is not taken shows. */
  @Test
  void everyMemberThatIsGivenIsTaken() {
    String given =
        """
        kafka: {bootstrap: "k:1", topicPrefix: x., partitions: 2, replicationFactor: 3,
                client: {security.protocol: SSL}}
        artifacts:
          directory: d
          s3: {endpoint: "http://s:9", region: r, bucket: b, accessKey: a,
               secretKey: "${SECRET}", prefix: p/}
          bytesMax: 5
          spoolDirectory: sp
          retentionDays: 7
        store: {jdbcUrl: "jdbc:postgresql://p/d", user: u, password: p, logDirectory: l}
        keys:
          attestation: a.pem
          attestationPublic: ap.pem
          redaction: r.key
          checkpoint: c.pem
          retired:
            - {file: o.pem, notBefore: "2026-01-01T00:00:00Z", notAfter: "2026-02-01T00:00:00Z"}
        log: {origin: example.org/log, public: true, witnesses: w}
        http: {host: 127.0.0.2, port: 1, auth: none, tokenFile: t, principals: p, issuers: []}
        worker:
          name: w
          consumers: 3
          lanes: 5
          scratchDirectory: s
          groundTruths: {orders: {sqlite: o.db}, users: {postgresUrl: "jdbc:postgresql://p/u"}}
          verifiers: {script: {dataDirectory: d}}
          budgetMillisMax: 4
          verifierPath: vp
        director: {policy: p.yaml, stateDirectory: sd, instance: i, threads: 2, reexecution: [x],
                   manifestSeconds: 7, reportSeconds: 8, earlyReportSeconds: 9}
        ingest: {openWorkItemsMax: 5, inFlightMax: 1, rememberedEvents: 2, rememberedDecisions: 3,
                 eventsPerMinuteMax: 4, bytesPerMinuteMax: 5, traceDirectory: td,
                 replayer: {sasl.mechanism: PLAIN}}
        telemetry: {otlpEndpoint: "http://t:1"}
        model: {url: "http://m:8", name: n, keyFile: k, timeoutMillis: 1, responseBytesMax: 2,
                review: true, excerptBytes: 3, lanes: 6}
        canary: {intervalSeconds: 0}
        outgoing:
          hosts: ["h:1"]
          keys: [new.pem, old.pem]
          endpoints:
            chat: {kind: slack, secretUrl: "http://h:1/s", source: "urn:s", decisions: [HALT],
                   workItems: [w], fleets: [f], tries: 2, cosigned: true}
        """;
    SystemConfig config = parse(given);

    JsonNode taken = read(config);
    assertThat(taken)
        .isEqualTo(
            read(Yaml.parse(given, "test", Map.class, Map.of("SECRET", "from-environment"))));
    assertEveryMemberIsGiven(SystemConfig.class, taken);
  }

  /** Written and read again, so that numbers of all sizes compare. */
  private static JsonNode read(Object value) {
    return switch (Json.tree(Json.write(value))) {
      case Parsed.Accepted<JsonNode>(JsonNode tree) -> tree;
      case Parsed.Rejected<JsonNode>(Rejection rejection) ->
          throw new AssertionError(rejection.detail());
    };
  }

  private static void assertEveryMemberIsGiven(Class<?> section, JsonNode taken) {
    for (RecordComponent member : section.getRecordComponents()) {
      JsonProperty named = member.getAccessor().getAnnotation(JsonProperty.class);
      assertThat(taken.has(named == null ? member.getName() : named.value()))
          .as("%s.%s", section, member.getName())
          .isTrue();
      if (member.getType().isRecord()) {
        assertEveryMemberIsGiven(member.getType(), taken.path(member.getName()));
      }
    }
  }

  @Test
  void aFileSaysWhatDiffersFromTheDefaultsOfItsHost(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("assay.yaml");
    String defaults = "kafka: {partitions: 1, client: {a: b}}";
    for (String silent : List.of("", "kafka:", "kafka: {topicPrefix: x.}", "http: {port: 1}")) {
      Files.writeString(file, silent);

      SystemConfig config =
          Yaml.read(file, new Yaml.Around(defaults, "{}"), SystemConfig.class, Map.of());

      assertThat(config.kafka().partitions()).as(silent).isEqualTo(1);
      assertThat(config.kafka().client()).as(silent).containsEntry("a", "b");
    }
    Files.writeString(file, "kafka: {topicPrefix: x., partitions: 3, client: {c: d}}");

    SystemConfig config =
        Yaml.read(file, new Yaml.Around(defaults, "{}"), SystemConfig.class, Map.of());

    assertThat(config.kafka().topicPrefix()).isEqualTo("x.");
    assertThat(config.kafka().partitions()).isEqualTo(3);
    assertThat(config.kafka().client())
        .containsExactlyInAnyOrderEntriesOf(Map.of("a", "b", "c", "d"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kafka: {bootstrp: x}                        | test:1 | bootstrp    | did you mean kafka.bootstrap?
          nonsense: 1                                 | test:1 | nonsense    | expected no member
          kafkaa: {}                                  | test:1 | kafkaa      | did you mean kafka?
          policy: p.yaml                              | test:1 | policy      | did you mean director.policy?
          artifacts: {spool_directory: s}             | test:1 | spool_directory | did you mean artifacts.spoolDirectory?
          worker: {groundTruths: {o: {sqlite: f, postgresUrI: g}}} | test:1 | postgresUrI | did you mean worker.groundTruths.o.postgresUrl?
          """)
  void anUnknownKeyIsAnErrorThatNamesItAndWhatWasProbablyMeant(
      String yaml, String place, String named, String hint) {
    assertThatThrownBy(() -> parse(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(place, named, hint);
  }

  @Test
  void theStandardPolicyHasWorkspacesRunAgainWhereTheFileNamesCommandsForIt() {
    String commands = "worker: {verifiers: {reexecution: {commands: [{name: a, command: [b]}]}}}\n";

    assertThat(asked(parse("{}"))).isNull();
    assertThat(asked(parse(commands))).isEmpty();
    assertThat(asked(parse(commands + "director: {reexecution: []}"))).isNull();
    assertThat(asked(parse("director: {reexecution: [src/]}"))).containsExactly("src/");
    assertThat(asked(demo(parse("{}")))).containsExactly("till.sh");
    assertThat(asked(demo(parse(commands)))).isEmpty();
  }

  private static SystemConfig demo(SystemConfig config) {
    return config.with(config.worker(), Demo.directed(config.director()));
  }

  /** The scopes of re-execution under the standard policy; null when it is not asked for. */
  private static @Nullable List<String> asked(SystemConfig config) {
    Policy.VerifierRule rule =
        config.director().readPolicy(Path.of(""), Map.of()).verifiers().get("reexecution");
    return rule == null ? null : rule.scopes();
  }

  @Test
  void anErrorNamesItsLine() {
    String head = "http:\n  host: 127.0.0.1\n";

    assertThatThrownBy(() -> parse(head + "  prt: 1\n")).hasMessageStartingWith("test:3: ");
    assertThatThrownBy(() -> parse(head + "  port: 99999\n")).hasMessageStartingWith("test:3: ");
    assertThatThrownBy(() -> parse(head + "  port: many\n")).hasMessageStartingWith("test:3: ");
    assertThatThrownBy(() -> parse("keys:\n  retired:\n    - {file: a}\n    - {fil: b}\n"))
        .hasMessageStartingWith("test:");
  }

  @Test
  void anErrorInAListNamesTheLineOfItsElement() {
    String head = "outgoing:\n  hosts:\n    - a.example\n";

    assertThatThrownBy(() -> parse(head + "    - [b]\n")).hasMessageStartingWith("test:4: ");
    assertThatThrownBy(() ->
            parse(
                """
                keys:
                  retired:
                    - {file: o, notBefore: 2026-01-01T00:00:00Z, notAfter: 2026-02-01T00:00:00Z}
                    - file: o
                      notBefore: 2026-01-01T00:00:00Z
                      notAfter: soon
                """))
        .hasMessageStartingWith("test:4: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http:\\n  port: !!int x              | 2 | found '!!int'
          http:\\n  port: !!float x            | 2 | found '!!float'
          http:\\n  host: !!null x             | 2 | found '!!null'
          log:\\n  public: !!bool maybe        | 2 | found '!!bool'
          http:\\n  host: !!binary eA==        | 2 | found '!!binary'
          http:\\n  host: !mine x              | 2 | found '!mine'
          %YAML 3.0\\n---\\nhttp: {port: 1}     | 1 | version 3.0
          # it\\n%YAML 3.0\\n---\\nhttp: {}      | 2 | version 3.0
          http:\\n  host: "aU0001"            | 2 | U+0001
          http:\\n  host: *b                   | 2 | undefined alias b
          http:\\n  &b host: a\\n  port: &c [*c] | 3 | found one of what it is in
          http:\\n  ? [a]\\n  : b               | 2 | found a mapping or list
          http: &b {}\\nlog: {? *b : c}        | 2 | found a mapping or list
          http: {}\\nhttp: {}                  | 2 | duplicate key http
          http: [                             | 1 | expected the node content
          - a\\n- b                            | 1 | expected keys with values
          'text'                              | 1 | expected keys with values
          http: {}\\n---\\nlog: {}              | 2 | another document
          store:\\n  password: "${NO_SUCH}"    | 2 | variable NO_SUCH
          """)
  void whatIsNoYamlIsToldInOneLineWithTheOneThatIsToBlame(
      String yaml, int line, String found, @TempDir Path directory) throws Exception {
    String text = yaml.translateEscapes().replace("U0001", "\u0001");

    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("test:" + line + ": expected ")
        .hasMessageContaining(found)
        .message()
        .doesNotContain("\n");
    Path file = Files.writeString(directory.resolve("assay.yaml"), text);
    assertThat(Yaml.check(file, Yaml.Around.NOTHING, SystemConfig.class, Map.of()).mistakes())
        .extracting(Yaml.Mistake::line)
        .containsExactly(line);
  }

  @Test
  void anAliasTooManyIsToldWithItsLine() {
    String yaml = "http: &a {}\nlog:\n" + "  - *a\n".repeat(11);

    assertThatThrownBy(() -> parse(yaml))
        .hasMessage("test:13: expected at most 10 aliases of mappings and lists, found more");
  }

  @Test
  void aValueMayHaveTheTagThatItFits() {
    String yaml = "http: {host: !!str 127.0.0.1, port: !!int 1}\nlog: {public: !!bool true}";

    assertThat(parse(yaml).http().port()).isEqualTo(1);
  }

  @Test
  void effectiveValuesAreShownWithoutSecrets() {
    String shown =
        parse(
                """
                store: {jdbcUrl: "jdbc:postgresql://u:hunter2@p/d?password=hunter2",
                        password: hunter2}
                artifacts:
                  s3: {endpoint: "http://s:9", bucket: b, accessKey: hunter2, secretKey: hunter2}
                kafka: {client: {sasl.jaas.config: hunter2}}
                worker: {verifiers: {script: {apiKey: hunter2}}}
                model: {url: "http://m:8/v1?key=hunter2", name: n}
                """)
            .effective();

    assertThat(shown).doesNotContain("hunter2").contains("\"bucket\" : \"b\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {endpoint: "http://s:9", bucket: b, accessKey: a}          | artifacts.s3.secretKey
          {endpoint: "http://s:9", accessKey: a, secretKey: k}       | artifacts.s3.bucket
          {bucket: b, accessKey: a, secretKey: k}                    | artifacts.s3.endpoint
          {endpoint: "s:9", bucket: b, accessKey: a, secretKey: k}   | artifacts.s3.endpoint
          {endpoint: "127.0.0.1:9", bucket: b, accessKey: a, secretKey: k} | artifacts.s3.endpoint
          """)
  void anObjectStoreThatCannotBeIsAnErrorThatNamesWhatIsWrong(String section, String named) {
    assertThatThrownBy(() -> parse("artifacts: {s3: " + section + "}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(named);
  }

  @Test
  void anEndpointWithAQueryIsRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> parse("telemetry: {otlpEndpoint: \"http://t:1?api_key=hunter2\"}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("telemetry.otlpEndpoint")
        .message()
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl.keystore.key",
        "my.token",
        "basic.auth.user.info",
        "sasl.jaas.config",
        "sasl.oauthbearer.assertion.private.key",
        "sasl.login.credential"
      })
  void aSecretSettingOfTheKafkaClientsIsNotShown(String name) {
    assertThat(parse("kafka: {client: {" + name + ": hunter2}}").effective())
        .contains(name)
        .doesNotContain("hunter2");
  }

  @Test
  void theNamesOfFilesWithSecretsAreShown() {
    assertThat(parse("http: {tokenFile: tokens/one}").effective()).contains("tokens/one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http: {auth: maybe}               | http.auth
          http: {port: 99999}               | http.port
          http: {port: 9999999999}          | http.port
          artifacts: {bytesMax: 0}          | artifacts.bytesMax
          kafka: {partitions: 0}            | kafka.partitions
          canary: {intervalSeconds: -1}     | canary.intervalSeconds
          canary: {intervalSeconds: 86401}  | canary.intervalSeconds
          http: {port: -1}                  | http.port
          artifacts: {bytesMax: -5}         | artifacts.bytesMax
          artifacts: {s3: {endpoint: "http://s:9", bucket: b, accessKey: a, secretKey: k, region: " "}} | artifacts.s3.region
          artifacts: {s3: {endpoint: "http://s:9", bucket: b, accessKey: a, secretKey: k, prefix: a}} | artifacts.s3.prefix
          artifacts: {s3: {endpoint: "http://s:9", bucket: b, accessKey: a, secretKey: k, prefix: /}} | artifacts.s3.prefix
          kafka: {partitions: 10001}        | kafka.partitions
          kafka: {replicationFactor: 0}     | kafka.replicationFactor
          kafka: {replicationFactor: -2}    | kafka.replicationFactor
          kafka: {topicPrefix: "a b"}       | kafka.topicPrefix
          log: {origin: "a b+c"}            | log.origin
          log: {origin: ""}                 | log.origin
          outgoing: {hosts: ["h:1"], endpoints: {e: {secretUrl: "http://h:1/", cosigned: true}}} | log.witnesses
          worker: {name: ""}                | worker.name
          worker: {consumers: 0}            | worker.consumers
          worker: {consumers: 1001}         | worker.consumers
          worker: {lanes: -1}               | worker.lanes
          worker: {groundTruths: {o: {}}}   | worker.groundTruths
          director: {threads: 0}            | director.threads
          director: {threads: -1}           | director.threads
          director: {manifestSeconds: 0}    | director.manifestSeconds
          director: {reportSeconds: 1}      | director.reportSeconds
          director: {earlyReportSeconds: 0} | director.earlyReportSeconds
          director: {instance: "a b"}       | director.instance
          ingest: {inFlightMax: 0}          | ingest.inFlightMax
          ingest: {inFlightMax: -1}         | ingest.inFlightMax
          ingest: {rememberedEvents: -1}    | ingest.rememberedEvents
          ingest: {rememberedDecisions: -1} | ingest.rememberedDecisions
          telemetry: {otlpEndpoint: "t:1"}  | telemetry.otlpEndpoint
          model: {url: "http://m:8", name: n, timeoutMillis: 0}       | model.timeoutMillis
          model: {url: "http://m:8", name: n, timeoutMillis: 120001}  | model.timeoutMillis
          model: {url: "http://m:8", name: n, responseBytesMax: 0}    | model.responseBytesMax
          model: {url: "http://m:8", name: n, excerptBytes: 16385}    | model.excerptBytes
          model: {url: "http://m:8", name: n, lanes: 0}               | model.lanes
          keys: {retired: [{file: a, notBefore: x, notAfter: y}]} | keys.retired
          model: {}                         | model
          store: &a [*a]                    | alias
          [store]                           | keys with values
          store                             | keys with values
          """)
  void aValueThatCannotBeIsAnErrorThatNamesIt(String yaml, String named) {
    assertThatThrownBy(() -> parse(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("expected", named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void whatIsNestedTooDeepIsToldWithItsLine(String open, @TempDir Path directory) throws Exception {
    String yaml = "http: {port: 1}\nstore:\n  " + open.repeat(20_000);

    assertThatThrownBy(() -> parse(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessage("test:3: expected at most 32 levels, found more");
    Path file = Files.writeString(directory.resolve("assay.yaml"), yaml);
    assertThat(Yaml.check(file, Yaml.Around.NOTHING, SystemConfig.class, Map.of()).mistakes())
        .extracting(Yaml.Mistake::line)
        .containsExactly(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing", "---", "null"})
  void aFileThatSaysNothingHasTheDefaults(String yaml) {
    assertThat(parse(yaml).http().port()).isEqualTo(7070);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka: {topicPrefix: \"\", replicationFactor: -1, partitions: 10000}",
        "http: {port: 0}",
        "ingest: {inFlightMax: 1, rememberedEvents: 0, rememberedDecisions: 0}",
        "worker: {name: \"worker 1 (b\u00fcro)\", consumers: 16, lanes: 1}",
        "director: {instance: a-1.b_c, threads: 64}",
        "log: {origin: example.org/log-1}",
        "canary: {intervalSeconds: 86400}",
        "model: {url: \"http://m:8\", name: n, timeoutMillis: 120000, excerptBytes: 16384, lanes:"
            + " 64}"
      })
  void aValueAtTheEdgeOfWhatWorksIsTaken(String yaml) {
    assertThatCode(() -> parse(yaml)).doesNotThrowAnyException();
  }

  private static SystemConfig parse(String yaml) {
    return Yaml.parse(yaml, "test", SystemConfig.class, Map.of("SECRET", "from-environment"));
  }
}
