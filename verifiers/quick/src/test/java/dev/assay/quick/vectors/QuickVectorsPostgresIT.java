package dev.assay.quick.vectors;

import static dev.assay.quick.vectors.QuickVectorsTest.assertMatches;
import static dev.assay.quick.vectors.QuickVectorsTest.prepare;
import static dev.assay.quick.vectors.QuickVectorsTest.stdin;

import dev.assay.quick.sql.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every golden vector with a PostgreSQL expectation gives exactly that result. */
class QuickVectorsPostgresIT {

  private static String database = "";

  @TempDir Path directory;

  @BeforeAll
  static void createDatabase() throws SQLException {
    database = PostgresServer.shared().createDatabase("SELECT 1");
  }

  static Stream<VectorCase> cases() {
    return VectorCase.all().filter(VectorCase::onPostgres);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theRunMatchesItsVector(VectorCase vector) throws Exception {
    byte[] input = vector.input();
    Files.write(directory.resolve("input"), input);
    prepare(vector.args().path("setup"), directory);
    PostgresServer.shared().reset(database, vector.schema(true));
    List<String> argv = new ArrayList<>(vector.argv());
    int at = argv.indexOf("--db");
    argv.set(at, "--postgres-url");
    argv.set(at + 1, PostgresServer.shared().url(database));

    Observation seen = Observation.run(directory, argv, stdin(vector, input));

    assertMatches(vector, seen, true);
  }
}
