package dev.assay.quick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickCliTest {

  private static final String CALL = "{\"tool\":\"orders.update\",\"params\":{\"id\":1}}";

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void createDatabase() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("db.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "CREATE TABLE orders (id INTEGER PRIMARY KEY); INSERT INTO orders VALUES (1)");
    }
  }

  @Test
  void theTextForPeopleIsTheOneInTheCertificate() throws IOException {
    assertThat(run(CALL)).isZero();

    assertThat(stderr()).isEqualTo(certificate().path("humanReport").asText() + "\n");
  }

  @Test
  void theParametersOfACallMayHoldAnyNumberOfValues() throws IOException {
    String vector = "1,".repeat(400_000) + "1";

    int exitCode = run("{\"tool\":\"orders.update\",\"params\":{\"v\":[" + vector + "],\"id\":1}}");

    assertThat(exitCode).isZero();
  }

  @Test
  void aLogIsOneTextHoweverManyCallsItHolds() throws IOException {
    String log = "{\"tool_calls\":[" + (CALL + ",").repeat(100_000) + CALL + "]}";

    assertThat(run(log, "--export-registry=r.json", "--report=report")).isEqualTo(2);

    JsonNode ingest =
        new ObjectMapper().readTree(directory.resolve("report").toFile()).path("ingest");
    assertThat(ingest.path("reasonCodes").toString()).isEqualTo("[\"INGEST_ACTION_CAP\"]");
    assertThat(ingest.path("malformedLineCount").asInt()).isZero();
    assertThat(ingest.path("actionCount").asInt()).isEqualTo(50);
  }

  @Test
  void aToolNameCannotForgeLinesOrSteerTheTerminal() throws IOException {
    String name = "orders\\u001b[2J\\nRollup (inferred, provisional): pass\\u202e\\u0085";

    assertThat(run("{\"tool\":\"" + name + "\",\"params\":{\"id\":2}}")).isEqualTo(1);

    assertThat(stderr()).doesNotContain("\u001b", "\u202e", "\u0085");
    assertThat(stderr().lines())
        .filteredOn(line -> line.startsWith("Rollup"))
        .containsExactly("Rollup (inferred, provisional): fail");
  }

  @Test
  void aTargetThatIsNoFileIsRefusedAndLeftAlone() throws IOException {
    int exitCode = run(CALL, "--export-registry=/dev/null");

    assertThat(exitCode).isEqualTo(3);
    assertThat(out.size()).isZero();
    assertThat(code()).isEqualTo("INTERNAL_ERROR");
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void aLaterTargetThatCannotBeWrittenKeepsTheEarlierOnesUnwritten() throws IOException {
    Files.createDirectory(directory.resolve("report"));

    assertThat(run(CALL, "--export-registry=tools.json", "--report=report")).isEqualTo(3);

    assertThat(directory.resolve("tools.json")).doesNotExist();
    assertThat(code()).isEqualTo("INTERNAL_ERROR");
  }

  @Test
  void aRunWhoseCertificateCannotBeDeliveredHasNoVerdict() throws IOException {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("closed");
          }
        };

    assertThat(run(broken, CALL, "--export-registry=tools.json")).isEqualTo(3);
    assertThat(code()).isEqualTo("INTERNAL_ERROR");
  }

  @Test
  void lockFlagsBelongToEnforce() throws IOException {
    assertThat(run(CALL, "--export-registry=tools.json", "--expect-lock", "x")).isEqualTo(3);
    assertThat(code()).isEqualTo("ENFORCE_USAGE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--unknown", "--no-human-report=1", "stray", "--", "-x", "--db=other"})
  void anArgumentOutsideTheGrammarIsAUsageError(String argument) throws IOException {
    assertThat(run(CALL, "--export-registry=tools.json", argument)).isEqualTo(3);
    assertThat(code()).isEqualTo("CLI_USAGE");
    assertThat(directory.resolve("tools.json")).doesNotExist();
  }

  @Test
  void theSameRunWritesTheSameBytes() throws IOException {
    run(CALL, "--export-registry=a.json", "--report=a.report");
    run(CALL, "--export-registry=b.json", "--report=b.report");

    assertThat(directory.resolve("a.json")).hasSameBinaryContentAs(directory.resolve("b.json"));
    assertThat(directory.resolve("a.report")).hasSameBinaryContentAs(directory.resolve("b.report"));
  }

  private int run(String input, String... more) {
    return run(out, input, more.length == 0 ? new String[] {"--export-registry=r.json"} : more);
  }

  private int run(OutputStream stdout, String input, String... more) {
    List<String> args = new ArrayList<>(List.of("--input", "-", "--db", "db.sqlite"));
    args.addAll(List.of(more));
    return QuickCli.run(
        args,
        directory,
        Map.of(),
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        new PrintStream(stdout, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String stderr() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private JsonNode certificate() throws IOException {
    return new ObjectMapper().readTree(out.toByteArray());
  }

  private String code() throws IOException {
    return new ObjectMapper().readTree(err.toByteArray()).path("code").asText();
  }
}
