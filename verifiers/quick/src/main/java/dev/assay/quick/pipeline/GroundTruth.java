package dev.assay.quick.pipeline;

import dev.assay.quick.sql.PostgresSource;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SessionLifetime;
import dev.assay.quick.sql.SourceException;
import dev.assay.quick.sql.SqliteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;

/** A database that the worker's configuration names; events give the name, never a location. */
public sealed interface GroundTruth {

  /** A SQLite file. */
  record Sqlite(Path file) implements GroundTruth {}

  /** A PostgreSQL database; the role of the URL should have SELECT rights only. */
  record Postgres(String url) implements GroundTruth {
    @Override
    public String toString() {
      return "Postgres[url hidden]";
    }
  }

  /** A SQLite file that {@code writer} makes when it is first needed and not there. */
  record Made(Path file, Writer writer) implements GroundTruth {

    /** Makes a database. */
    @FunctionalInterface
    public interface Writer {
      /** Writes the whole database to {@code file}, or nothing. */
      void write(Path file) throws IOException;
    }
  }

  /** A new read-only connection, made within {@code time}. */
  default RowSource open(Duration time) throws SourceException {
    return switch (this) {
      case Made(Path file, Made.Writer _) -> SqliteSource.open(file, SessionLifetime.LONG);
      case Sqlite(Path file) -> SqliteSource.open(file, SessionLifetime.LONG);
      case Postgres(String url) -> PostgresSource.open(url, null, SessionLifetime.LONG, time);
    };
  }

  /** Changes when connections that are open read something else than new ones would. */
  default String fileIdentity() throws IOException {
    return switch (this) {
      case Made(Path file, Made.Writer writer) -> {
        if (!Files.exists(file)) {
          writer.write(file);
        }
        yield fileIdentity(file);
      }
      case Sqlite(Path file) -> fileIdentity(file);
      case Postgres _ -> "";
    };
  }

  private static String fileIdentity(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.fileKey() + "/" + attributes.creationTime();
  }
}
