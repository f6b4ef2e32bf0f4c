package dev.assay.cli.replay;

import java.io.PrintWriter;

/** Tells on standard error how far a long job is, at most every few seconds. */
public final class Progress {

  private final PrintWriter err;
  private final String job;
  private long toldNanos = System.nanoTime();

  /** Tells {@code err} of {@code job}. */
  public Progress(PrintWriter err, String job) {
    this.err = err;
    this.job = job;
  }

  /** Something begins that may take a while. */
  public void stage(String what) {
    err.println(job + ": " + what);
    err.flush();
    toldNanos = System.nanoTime();
  }

  /** {@code done} of {@code all} of {@code what} are done. */
  public void at(String what, long done, long all) {
    if (System.nanoTime() - toldNanos > ReplayLimits.PROGRESS_EVERY.toNanos()) {
      stage(what + " " + done + " of " + all);
    }
  }
}
