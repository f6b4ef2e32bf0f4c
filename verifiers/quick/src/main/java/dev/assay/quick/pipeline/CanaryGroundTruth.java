package dev.assay.quick.pipeline;

import dev.assay.schemas.Digests;
import dev.assay.schemas.ReservedIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;

/**
 * The ground truth that every worker has for canaries: a SQLite database whose rows follow from
 * their table, id and column, so that the sender of canaries knows them without reading it.
 */
final class CanaryGroundTruth {

  /** Its name in requests. */
  static final String NAME = ReservedIds.CANARY_GROUND_TRUTH;

  /** A file name that changes with the content. */
  static final String FILE_NAME = "canary-ground-truth-1.sqlite";

  /** Rows of each table; their ids count from 1. */
  static final int ROWS = 200;

  static final List<Table> TABLES =
      List.of(
          new Table("orders", List.of("status", "carrier"), List.of("quantity", "price")),
          new Table("invoices", List.of("currency", "payer"), List.of("amount", "discount")),
          new Table("customers", List.of("city", "language"), List.of("credit", "visits")),
          new Table("tickets", List.of("queue", "severity"), List.of("hours", "replies")));

  private static final int TEXT_CHARS = 10;
  private static final int NUMBER_DIGITS = 5;
  private static final int HEX = 16;

  /** A table with an {@code id} and these columns. */
  record Table(String name, List<String> texts, List<String> numbers) {

    /** What the row has in a column of text. */
    String text(int id, String column) {
      return column + "-" + digest(id, column).substring(0, TEXT_CHARS);
    }

    /** What the row has in a column of numbers. */
    int number(int id, String column) {
      return Integer.parseInt(digest(id, column).substring(0, NUMBER_DIGITS), HEX);
    }

    private String digest(int id, String column) {
      return Digests.sha256Hex(NAME + "/" + name + "/" + id + "/" + column);
    }
  }

  private CanaryGroundTruth() {}

  /**
   * Writes the database to {@code file}, whole or not at all.
   *
   * @throws IOException when it cannot be written
   */
  static void write(Path file) throws IOException {
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Files.createDirectories(directory);
    Path draft = Files.createTempFile(directory, "canary", ".part");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + draft)) {
      connection.setAutoCommit(false);
      for (Table table : TABLES) {
        create(connection, table);
      }
      connection.commit();
    } catch (SQLException e) {
      Files.deleteIfExists(draft);
      throw new IOException("expected to write the ground truth of canaries to " + file, e);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void create(Connection connection, Table table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "CREATE TABLE %s (id INTEGER PRIMARY KEY, %s TEXT, %s TEXT, %s INTEGER, %s INTEGER)"
              .formatted(
                  table.name(),
                  table.texts().getFirst(),
                  table.texts().getLast(),
                  table.numbers().getFirst(),
                  table.numbers().getLast()));
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO %s VALUES (?, ?, ?, ?, ?)".formatted(table.name()))) {
      for (int id = 1; id <= ROWS; id++) {
        insert.setInt(1, id);
        insert.setString(2, table.text(id, table.texts().getFirst()));
        insert.setString(3, table.text(id, table.texts().getLast()));
        insert.setInt(4, table.number(id, table.numbers().getFirst()));
        insert.setInt(5, table.number(id, table.numbers().getLast()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
