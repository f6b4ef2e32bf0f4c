package dev.assay.quick.sql;

import dev.assay.quick.sql.SourceException.RunOverException;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A read-only view of one database. One source serves one thread at a time; no method can change
 * the database.
 */
public interface RowSource extends AutoCloseable {

  /**
   * The schema as it is now. The same instance is returned until the schema changes.
   *
   * @throws SourceException when the schema cannot be read
   */
  Catalog catalog() throws SourceException;

  /** An empty query in this source's dialect. */
  SqlText query();

  /**
   * The first {@code rowsMax} rows of {@code query}.
   *
   * @throws SourceException for every error of the driver or the database, time-outs included
   * @throws RunOverException when the time of {@link #within} is over
   */
  List<Row> read(SqlText query, int rowsMax) throws SourceException;

  /**
   * Bounds everything that follows by the time of one run: a statement that is under way when it is
   * over is given up, and none is begun after that.
   *
   * @param nanosLeft nanoseconds left of the run, negative when it is over
   */
  default void within(LongSupplier nanosLeft) {}

  /** Closes the connection; never throws. */
  @Override
  void close();
}
