package dev.assay.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Agents that say truly which row of a PostgreSQL table they wrote, one call each. */
final class TraceWork implements AutoCloseable {

  private static final int ROWS = 200_000;
  private static final int RAW_SELECTS = 20_000;

  private final EmbeddedPostgres postgres;

  private TraceWork(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static TraceWork start() throws IOException, SQLException {
    TraceWork work = new TraceWork(EmbeddedPostgres.start());
    try (Connection connection = work.connection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(DatabaseLies.TABLES.getFirst());
      statement.executeUpdate(
          "INSERT INTO orders SELECT n, 'paid', n FROM generate_series(1, " + ROWS + ") n");
      statement.executeUpdate("ANALYZE orders");
    }
    return work;
  }

  private Connection connection() throws SQLException {
    return DriverManager.getConnection(postgres.getJdbcUrl("postgres", "postgres"));
  }

  /** Lines of the operator's configuration. */
  String configuration() {
    return """
    worker:
      groundTruths:
        shop: {postgresUrl: "postgresql://postgres@127.0.0.1:%d/postgres"}
    """
        .formatted(postgres.getPort());
  }

  LoadEvents events(Api api) {
    return n -> {
      int id = n % ROWS + 1;
      byte[] trace =
          "{\"tool\":\"orders.update\",\"params\":{\"id\":%d,\"status\":\"paid\",\"total\":%d}}\n"
              .formatted(id, id)
              .getBytes(StandardCharsets.UTF_8);
      ObjectNode data = Samples.data(LoadEvents.PREFIX + n, "", 0);
      data.put("groundTruth", "shop").putArray("artifacts");
      Samples.artifact(data, api, "tool-trace", "application/json", trace);
      return Samples.event(LoadEvents.PREFIX + n, data).toString();
    };
  }

  /** Rows a second that one connection selects by their keys, one after the other. */
  double rawPerSecond() throws SQLException {
    try (Connection connection = connection();
        PreparedStatement select =
            connection.prepareStatement("SELECT status, total FROM orders WHERE id = ?")) {
      long begin = System.nanoTime();
      for (int i = 0; i < RAW_SELECTS; i++) {
        select.setInt(1, i % ROWS + 1);
        try (ResultSet row = select.executeQuery()) {
          var _ = row.next();
        }
      }
      return RAW_SELECTS * 1e9 / (System.nanoTime() - begin);
    }
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
