package dev.assay.quick.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.sql.PostgresServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A baseline of a contract on PostgreSQL. */
class EnforcePostgresIT {

  @TempDir Path directory;

  @Test
  void aChangedRowIsDrift() throws Exception {
    PostgresServer server = PostgresServer.shared();
    String database = server.createDatabase(EnforceFixture.SCHEMA);
    EnforceFixture fixture = new EnforceFixture(directory);
    fixture.database = List.of("--postgres-url", server.url(database));

    assertThat(fixture.enforce("--create-baseline").exitCode()).isZero();
    assertThat(fixture.enforce().exitCode()).isZero();
    server.execute(database, "UPDATE orders SET status = 'lost' WHERE id = 1");
    assertThat(fixture.enforce().exitCode()).isEqualTo(4);

    server.dropDatabase(database);
  }
}
