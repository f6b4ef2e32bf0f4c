package dev.assay.store.index;

import dev.assay.store.fault.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The file of a SQLite database that no store has open. */
public final class SqliteFile {

  private SqliteFile() {}

  /**
   * What SQLite finds wrong with the database in {@code file}, with what is in its write-ahead log;
   * empty for a sound one, and for none. Nothing is written. A file whose log belongs to another
   * one is found, too.
   */
  public static Optional<String> damage(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return Optional.empty();
    }
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + file + "?open_mode=1");
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("pragma integrity_check(1)")) {
      String first = found.next() ? found.getString(1) : "ok";
      return first.equals("ok") ? Optional.empty() : Optional.of(first);
    } catch (SQLException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Renames the file and what SQLite keeps beside it, so that a new database is made in its place.
   *
   * @return the name of the file now
   */
  public static Path moveAside(Path file) {
    Path aside = file.resolveSibling(file.getFileName() + ".damaged");
    try {
      for (int i = 2; Files.exists(aside); i++) {
        aside = file.resolveSibling(file.getFileName() + ".damaged-" + i);
      }
      Files.move(file, aside);
      for (String beside : new String[] {"-wal", "-shm"}) {
        Path from = file.resolveSibling(file.getFileName() + beside);
        if (Files.exists(from)) {
          Files.move(from, aside.resolveSibling(aside.getFileName() + beside));
        }
      }
      return aside;
    } catch (IOException e) {
      throw new StoreUnavailableException("moving the damaged database " + file, e);
    }
  }
}
