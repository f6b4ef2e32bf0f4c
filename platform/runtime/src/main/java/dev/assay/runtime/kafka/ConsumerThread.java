package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread with a consumer. When its work fails, it waits and begins again with a new consumer, and
 * is not healthy until that works. An interrupt ends it.
 */
public final class ConsumerThread {

  private static final Logger LOG = LoggerFactory.getLogger(ConsumerThread.class);

  /** Opens a consumer and works with it until {@code stopping}. */
  @FunctionalInterface
  public interface Work {
    /** Returns when it is to stop; what it throws has it run again. */
    void run(ConsumerThread self) throws InterruptedException;
  }

  private final AtomicBoolean stopping;
  private final Work work;
  private final Thread thread;
  private final Backoff backoff = new Backoff();
  private volatile boolean failing;
  private volatile boolean clockSetBack;
  private volatile @Nullable Runnable wakeup;

  /**
   * A thread that is not running yet.
   *
   * @param name the thread's
   * @param stopping tells it and its work to end
   */
  public ConsumerThread(String name, AtomicBoolean stopping, Work work) {
    this.stopping = stopping;
    this.work = work;
    this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
  }

  /** Starts it, once. */
  public void start() {
    thread.start();
  }

  /** To be called by the work: something failed, or works again. */
  public void failing(boolean now) {
    failing = now;
  }

  /**
   * To be called by the work for each consumer that it opens.
   *
   * @param wakeup has the consumer's poll throw, called on another thread when the clock was set
   *     back; the work is run again then
   */
  public void polls(Runnable wakeup) {
    this.wakeup = wakeup;
    if (clockSetBack) {
      wakeup.run();
    }
  }

  /** The clock was set back: ends the poll that goes on, or the next. */
  void clockSetBack() {
    clockSetBack = true;
    Runnable waking = wakeup;
    if (waking != null) {
      waking.run();
    }
  }

  /** The waits between tries; for the work, which resets it when it has got on. */
  public Backoff backoff() {
    return backoff;
  }

  /** Whether it runs and nothing fails. */
  public boolean healthy() {
    return thread.isAlive() && !failing;
  }

  /** Waits at most {@code wait} for its end; an interrupt ends the waiting and stays set. */
  public void join(Duration wait) {
    try {
      if (thread.isAlive()) {
        var _ = thread.join(wait);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    ClockWatch.begin(this);
    try {
      work();
    } finally {
      ClockWatch.end(this);
    }
  }

  private void work() {
    while (!stopping.get()) {
      clockSetBack = false; // the consumer that is opened now goes by the clock as it is
      try {
        work.run(this);
      } catch (InterruptedException | InterruptException e) {
        LOG.atDebug().addKeyValue("thread", thread.getName()).log("interrupted");
        return;
      } catch (RuntimeException e) {
        if (stopping.get()) {
          LOG.atDebug().addKeyValue("thread", thread.getName()).setCause(e).log("stopped");
          return;
        }
        failing = true;
        if (clockSetBack) {
          LOG.atWarn()
              .addKeyValue("thread", thread.getName())
              .log("the clock was set back; the consumer is opened again");
          continue;
        }
        LOG.atError()
            .addKeyValue("thread", thread.getName())
            .setCause(e)
            .log("the consumer is opened again");
        if (!backoff.await()) {
          return;
        }
      } finally {
        wakeup = null;
      }
    }
  }

  /** A wait between tries that doubles from 100 ms to 5 s; owned by one thread. */
  public static final class Backoff {

    private static final long MILLIS_MIN = 100;
    private static final long MILLIS_MAX = 5_000;

    private long millis = MILLIS_MIN;

    /** Waits; answers false, with the interrupt set again, when it was interrupted. */
    public boolean await() {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
      millis = Math.min(millis * 2, MILLIS_MAX);
      return true;
    }

    /** The next wait is the shortest again. */
    public void reset() {
      millis = MILLIS_MIN;
    }
  }
}
