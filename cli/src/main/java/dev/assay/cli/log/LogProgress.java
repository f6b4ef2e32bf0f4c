package dev.assay.cli.log;

import dev.assay.store.LogRepair.Progress;
import java.io.PrintWriter;
import java.time.Duration;

/** Tells on standard error how far a check is, at most every few seconds. */
final class LogProgress implements Progress {

  private static final Duration EVERY = Duration.ofSeconds(5);

  private final PrintWriter err;
  private long toldNanos = System.nanoTime();

  LogProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void at(String what, long done, long all) {
    if (System.nanoTime() - toldNanos > EVERY.toNanos()) {
      err.println("log: " + what + " " + done + " of " + all);
      err.flush();
      toldNanos = System.nanoTime();
    }
  }
}
