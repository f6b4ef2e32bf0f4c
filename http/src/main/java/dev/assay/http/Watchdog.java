package dev.assay.http;

import java.io.Serial;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends reads from a socket that take too long, by interrupting them, which closes the socket. The
 * server library sets no read timeout on the connections it accepts.
 */
final class Watchdog implements AutoCloseable {

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Set<Watch> reads = ConcurrentHashMap.newKeySet();
  private final Thread thread = Thread.ofVirtual().name("http-watchdog").unstarted(this::run);
  private volatile boolean closed;

  Watchdog() {
    thread.start();
  }

  /** A read was ended because it took too long. */
  static final class TooLateException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    TooLateException() {
      super("the read took too long", null, false, false);
    }
  }

  /** One read. Closing it ends the watch. */
  final class Watch implements AutoCloseable {

    private final Thread reader;
    private final long deadlineNanos;
    private boolean over;
    private boolean late;

    private Watch(Thread reader, long deadlineNanos) {
      this.reader = reader;
      this.deadlineNanos = deadlineNanos;
    }

    private synchronized void check(long now) {
      if (!over && now - deadlineNanos > 0) {
        over = true;
        late = true;
        reader.interrupt();
      }
    }

    private synchronized boolean end() {
      over = true;
      return late;
    }

    /**
     * Ends the watch.
     *
     * @throws TooLateException when the read was too long
     */
    @Override
    public void close() {
      reads.remove(this);
      if (end()) {
        var _ = Thread.interrupted();
        throw new TooLateException();
      }
    }
  }

  /** Watches a read that {@code reader} begins now and that may take {@code millisMax}. */
  Watch watch(Thread reader, long millisMax) {
    Watch watch = new Watch(reader, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisMax));
    reads.add(watch);
    return watch;
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(STEP_NANOS);
      long now = System.nanoTime();
      reads.forEach(watch -> watch.check(now));
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
