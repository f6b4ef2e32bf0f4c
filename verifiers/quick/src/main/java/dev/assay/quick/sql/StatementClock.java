package dev.assay.quick.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Ends a connection whose statement is not over in time. The driver's own time is that of each read
 * from the server, which a server that goes on sending never reaches.
 */
final class StatementClock implements AutoCloseable {

  private final Thread waiting;

  StatementClock(Connection connection, long millis) {
    this.waiting = Thread.startVirtualThread(() -> end(connection, millis));
  }

  private static void end(Connection connection, long millis) {
    try {
      Thread.sleep(millis);
      connection.abort(Runnable::run);
    } catch (InterruptedException | SQLException _) {
      // the statement is over, or the connection is
    }
  }

  /** The statement is over. */
  @Override
  public void close() {
    waiting.interrupt();
  }
}
