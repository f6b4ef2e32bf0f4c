package dev.assay.quick.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.cli.QuickCli;
import dev.assay.quick.vectors.Documents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the input holds, the command ends with a valid certificate or with one valid envelope. A
 * failure names its seed.
 */
class QuickFuzzTest {

  private static final int ROUNDS = 500;
  private static final int LIMIT_BYTES = 8_388_608;

  private static final List<String> SEEDS =
      List.of(
          "{\"tool\":\"orders.update\",\"params\":{\"id\":1,\"customer_id\":\"c1\",\"total\":19.5}}",
          "{\"tool_calls\":[{\"function\":{\"name\":\"orders.create\",\"arguments\":\"{\\\"id\\\":2}\"}}]}",
          "2024-01-01T10:00:00Z INFO {\"name\":\"customers.get\",\"input\":{\"id\":\"c1\",\"a\":[{\"b\":1}]}}",
          "[worker-1] {\"action\":\"orders\",\"id\":9223372036854775807,\"x\":1e999,\"y\":\"\\ud800\"}",
          "text {\"tool\":\"orders\",\"params\":{\"order\":{\"id\":3}}} more {'a' \"b\\\"}\"}");

  @TempDir Path directory;

  @BeforeEach
  void createDatabase() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("db.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "CREATE TABLE customers (id TEXT PRIMARY KEY, name TEXT, photo BLOB);"
              + "CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL,"
              + " customer_id TEXT REFERENCES customers(id));"
              + "INSERT INTO customers VALUES ('c1', 'Ann', x'00');"
              + "INSERT INTO orders VALUES (1, 19.5, 'c1')");
    }
  }

  @Test
  void mutatedInputsEndInACertificateOrAnEnvelope() throws IOException {
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] input = random.nextInt(8) == 0 ? noise(random) : mutated(random);
      assertEndsProperly("seed " + seed, input, seed % 10 == 0);
    }
  }

  static Stream<String> giants() {
    int half = LIMIT_BYTES / 2;
    return Stream.of(
        "[".repeat(LIMIT_BYTES),
        "{\"a\":".repeat(LIMIT_BYTES / 5),
        "{".repeat(half) + "}".repeat(half),
        "\"" + "a".repeat(LIMIT_BYTES - 2) + "\"",
        "x\n".repeat(half),
        "1\n".repeat(half),
        "{}".repeat(half),
        "[" + "1,".repeat(half - 2) + "1]",
        "[" + "[],".repeat(LIMIT_BYTES / 3 - 2) + "1]",
        "9".repeat(LIMIT_BYTES),
        "0." + "1".repeat(LIMIT_BYTES - 2),
        "\u001b[".repeat(half),
        "{\"tool\":\"" + "orders ".repeat(LIMIT_BYTES / 7 - 10) + "\",\"id\":1}",
        "{\"tool\":\"o\",\"params\":{\"" + "k".repeat(LIMIT_BYTES - 99) + "\":1}}",
        "{\"tool\":\"o\",\"params\":{\""
            + "k".repeat(LIMIT_BYTES - 19_999)
            + "\":{"
            + fields(900)
            + "\"z\":1}}}",
        "{\"tool\":\"orders\",\"params\":{\"id\":1,\"total\":\""
            + "\u0000\u2028\u00e9".repeat(LIMIT_BYTES / 9)
            + "\"}}",
        "{\"tool\":\"o\",\"params\":{" + "\"a\":1,".repeat(LIMIT_BYTES / 6 - 20) + "\"a\":1}}");
  }

  @ParameterizedTest
  @MethodSource("giants")
  void eightMebibytesOfAnythingEndInTime(String giant) throws IOException {
    byte[] input = giant.getBytes(StandardCharsets.UTF_8);
    long start = System.nanoTime();

    assertEndsProperly("giant", input, false);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
  }

  private static String fields(int count) {
    StringBuilder fields = new StringBuilder();
    for (int i = 0; i < count; i++) {
      fields.append("\"f").append(i).append("\":").append(i).append(',');
    }
    return fields.toString();
  }

  private void assertEndsProperly(String name, byte[] input, boolean withReport)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> args =
        List.of(
            "--input",
            "-",
            "--db",
            "db.sqlite",
            "--export-registry",
            "registry.json",
            "--emit-events",
            "events.ndjson",
            withReport ? "--report=report.json" : "--no-human-report");

    int exitCode =
        QuickCli.run(
            args,
            directory,
            Map.of(),
            new ByteArrayInputStream(input),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    if (exitCode == 3) {
      String envelope = err.toString(StandardCharsets.UTF_8);
      assertThat(out.size()).as(name).isZero();
      assertThat(envelope.lines()).as(name).hasSize(1);
      assertThat(envelope).as(name).doesNotContain("a defect");
      Documents.assertValid(Documents.ENVELOPE, envelope);
      return;
    }
    assertThat(exitCode).as(name).isBetween(0, 2);
    Documents.assertValid(Documents.CERTIFICATE, out.toString(StandardCharsets.UTF_8));
    Documents.assertValid(Documents.REGISTRY, Files.readString(directory.resolve("registry.json")));
    if (withReport) {
      Documents.assertValid(Documents.REPORT, Files.readString(directory.resolve("report.json")));
    }
  }

  private static byte[] noise(Random random) {
    byte[] noise = new byte[random.nextInt(400)];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] mutated(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= random.nextInt(4); i++) {
      text.append(SEEDS.get(random.nextInt(SEEDS.size())))
          .append(random.nextInt(5) == 0 ? " " : "\n");
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(4)));
        case 2 ->
            text.setCharAt(at, "{}[]\",:\\'0e-\u0000\ud800\u00e9 \n".charAt(random.nextInt(17)));
        default -> text.insert(at, SEEDS.get(random.nextInt(SEEDS.size())));
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
