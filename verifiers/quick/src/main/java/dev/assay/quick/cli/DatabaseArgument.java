package dev.assay.quick.cli;

import dev.assay.quick.sql.PostgresSource;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SessionLifetime;
import dev.assay.quick.sql.SourceException;
import dev.assay.quick.sql.SqliteSource;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** Which database a command reads. */
public sealed interface DatabaseArgument {

  /** The code of a database that cannot be opened or whose catalog cannot be read. */
  ErrorCode openFailure();

  /**
   * Opens the database for one run.
   *
   * @param directory that relative paths start from
   * @param environment of the process, for {@code PGPASSWORD}
   * @throws SourceException when it cannot be opened
   */
  RowSource open(Path directory, Map<String, String> environment) throws SourceException;

  /** Loads the driver, so that the open that follows takes less time. */
  void preload();

  /** The flag as a person types it, without secrets. */
  String display();

  /** {@code --db}. */
  record SqliteFile(String path) implements DatabaseArgument {
    @Override
    public ErrorCode openFailure() {
      return ErrorCode.SQLITE_DATABASE_OPEN_FAILED;
    }

    @Override
    public RowSource open(Path directory, Map<String, String> environment) throws SourceException {
      try {
        return SqliteSource.open(directory.resolve(path), SessionLifetime.ONE_RUN);
      } catch (InvalidPathException e) {
        throw new SourceException("expected a file path, found characters no path can have", e);
      }
    }

    @Override
    public void preload() {
      SqliteSource.preload();
    }

    @Override
    public String display() {
      return "--db " + ShellWord.quoted(path);
    }
  }

  /** {@code --postgres-url}. */
  record PostgresDatabase(String url) implements DatabaseArgument {
    @Override
    public ErrorCode openFailure() {
      return ErrorCode.POSTGRES_CLIENT_SETUP_FAILED;
    }

    @Override
    public RowSource open(Path directory, Map<String, String> environment) throws SourceException {
      return PostgresSource.open(url, environment.get("PGPASSWORD"), SessionLifetime.ONE_RUN);
    }

    @Override
    public void preload() {
      PostgresSource.preload();
    }

    @Override
    public String display() {
      return "--postgres-url <url>";
    }
  }

  /**
   * The one database that {@code flags} name.
   *
   * @throws CommandException CLI_USAGE when there is none or two
   */
  public static DatabaseArgument of(Flags flags) throws CommandException {
    String file = flags.nonEmpty("--db");
    String url = flags.nonEmpty("--postgres-url");
    if (file != null && url == null) {
      return new SqliteFile(file);
    }
    if (url != null && file == null) {
      return new PostgresDatabase(url);
    }
    throw Flags.usage(
        "expected exactly one of --db and --postgres-url, found "
            + (file == null ? "none" : "both"));
  }

  /** Words of a POSIX shell command, for commands that people copy. */
  public static final class ShellWord {

    private ShellWord() {}

    /** {@code text} as one word; quoted only where the shell needs it. */
    public static String quoted(String text) {
      boolean plain =
          !text.isEmpty()
              && text.chars()
                  .allMatch(c ->
                      ('a' <= c && c <= 'z')
                          || ('A' <= c && c <= 'Z')
                          || ('0' <= c && c <= '9')
                          || "/._-:,@%+=".indexOf(c) >= 0);
      return plain ? text : "'" + text.replace("'", "'\\''") + "'";
    }
  }
}
