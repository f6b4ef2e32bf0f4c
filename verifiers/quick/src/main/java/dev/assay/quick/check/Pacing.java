package dev.assay.quick.check;

import java.util.concurrent.TimeUnit;

/** The passing of time between two reads. */
public interface Pacing {

  /** Milliseconds since some fixed moment; never goes backwards. */
  long nowMillis();

  /** Waits. */
  void pause(long millis) throws InterruptedException;

  /** The clock of this machine. */
  static Pacing system() {
    return new Pacing() {
      @Override
      public long nowMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
      }

      @Override
      public void pause(long millis) throws InterruptedException {
        Thread.sleep(millis);
      }
    };
  }
}
