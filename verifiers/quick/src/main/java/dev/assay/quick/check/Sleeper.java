package dev.assay.quick.check;

import java.util.concurrent.TimeUnit;

/** The passing of time between two reads. */
public interface Sleeper {

  /** Milliseconds since some fixed moment; never goes backwards. */
  long nowMillis();

  /** Waits. */
  void sleep(long millis) throws InterruptedException;

  /** The clock of this machine. */
  static Sleeper system() {
    return new Sleeper() {
      @Override
      public long nowMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
      }

      @Override
      public void sleep(long millis) throws InterruptedException {
        Thread.sleep(millis);
      }
    };
  }
}
