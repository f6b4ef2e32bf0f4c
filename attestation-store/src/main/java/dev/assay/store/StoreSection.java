package dev.assay.store;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Secrets;
import dev.assay.store.index.DatabaseConfig;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The attestation store.
 *
 * @param jdbcUrl a SQLite file, {@code jdbc:sqlite:FILE}, or PostgreSQL, {@code
 *     jdbc:postgresql://HOST/DATABASE}
 * @param user who connects to PostgreSQL
 * @param password with what
 * @param logDirectory the files of the transparency log
 */
public record StoreSection(
    String jdbcUrl, @Nullable String user, @Nullable String password, String logDirectory) {

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRES = "jdbc:postgresql:";

  public StoreSection {
    jdbcUrl = Objects.requireNonNullElse(jdbcUrl, "jdbc:sqlite:store.db");
    if (!jdbcUrl.startsWith(SQLITE) && !jdbcUrl.startsWith(POSTGRES)) {
      throw new ConfigException(
          "expected store.jdbcUrl to begin with "
              + SQLITE
              + " or "
              + POSTGRES
              + "//, found "
              + Secrets.masked(jdbcUrl));
    }
    logDirectory = Objects.requireNonNullElse(logDirectory, "log");
  }

  /** The database; {@code home} is what a relative file is relative to. */
  public DatabaseConfig database(Path home) {
    return jdbcUrl.startsWith(SQLITE)
        ? new DatabaseConfig.Sqlite(home.resolve(jdbcUrl.substring(SQLITE.length())))
        : new DatabaseConfig.Postgres(
            jdbcUrl,
            Objects.requireNonNullElse(user, ""),
            Objects.requireNonNullElse(password, ""));
  }
}
