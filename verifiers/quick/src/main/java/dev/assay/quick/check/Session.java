package dev.assay.quick.check;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.DatabaseArgument;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import java.nio.file.Path;
import java.util.Map;

/** The database of one replay. */
final class Session implements AutoCloseable {

  private final DatabaseArgument database;
  private final Path directory;
  private final Map<String, String> environment;
  private RowSource source;

  private Session(
      DatabaseArgument database,
      Path directory,
      Map<String, String> environment,
      RowSource source) {
    this.database = database;
    this.directory = directory;
    this.environment = environment;
    this.source = source;
  }

  /**
   * Opens {@code database} and reads its catalog once.
   *
   * @throws CommandException SQLITE_DATABASE_OPEN_FAILED or POSTGRES_CLIENT_SETUP_FAILED
   */
  static Session open(DatabaseArgument database, Path directory, Map<String, String> environment)
      throws CommandException {
    try {
      RowSource source = database.open(directory, environment);
      try {
        var _ = source.catalog();
      } catch (SourceException e) {
        source.close();
        throw e;
      }
      return new Session(database, directory, environment, source);
    } catch (SourceException e) {
      throw new CommandException(database.openFailure(), String.valueOf(e.getMessage()), e);
    }
  }

  RowSource source() {
    return source;
  }

  /**
   * Makes later reads see what other processes wrote meanwhile. A SQLite file at rest is read as if
   * it never changed, so it is opened anew.
   *
   * @throws CommandException when it cannot be opened any more
   */
  void refresh() throws CommandException {
    switch (database) {
      case DatabaseArgument.PostgresDatabase _ -> {}
      case DatabaseArgument.SqliteFile _ -> {
        source.close();
        try {
          source = database.open(directory, environment);
        } catch (SourceException e) {
          throw new CommandException(
              ErrorCode.SQLITE_DATABASE_OPEN_FAILED, String.valueOf(e.getMessage()), e);
        }
      }
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
