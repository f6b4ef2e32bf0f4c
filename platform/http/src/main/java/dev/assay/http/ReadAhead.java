package dev.assay.http;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What comes on a connection. While a request waits nobody reads, and a client that leaves is not
 * noticed: who asks whether it has lets the next bytes be read before they are wanted.
 */
final class ReadAhead implements Supplier<byte @Nullable []> {

  private final Supplier<? extends byte @Nullable []> socket;
  private @Nullable FutureTask<byte @Nullable []> ahead;

  ReadAhead(Supplier<? extends byte @Nullable []> socket) {
    this.socket = socket;
  }

  /** Whether the client has closed the connection or its side of it. For any thread. */
  synchronized boolean clientLeft() {
    FutureTask<byte @Nullable []> reading = ahead;
    if (reading == null) {
      reading = new FutureTask<>(socket::get);
      ahead = reading;
      Thread.ofVirtual().name("http-read-ahead").start(reading);
    }
    return reading.state() == Future.State.FAILED
        || reading.state() == Future.State.SUCCESS && reading.resultNow() == null;
  }

  /** The next bytes, or null at the end; for the connection's thread. */
  @Override
  public byte @Nullable [] get() {
    FutureTask<byte @Nullable []> reading = taken();
    if (reading == null) {
      return socket.get();
    }
    try {
      return reading.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("reading ahead failed", e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("the connection is ended"));
    }
  }

  private synchronized @Nullable FutureTask<byte @Nullable []> taken() {
    FutureTask<byte @Nullable []> reading = ahead;
    ahead = null;
    return reading;
  }
}
