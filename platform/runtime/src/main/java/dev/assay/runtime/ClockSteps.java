package dev.assay.runtime;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Notices that the system's clock was set back. Kafka's clients keep their timers by that clock:
 * heartbeats and batches then wait until it has caught up, so that who notices opens its clients
 * again or flushes them. For one thread.
 */
public final class ClockSteps {

  /** A clock that went back by less between two looks was adjusted, not set. */
  public static final Duration STEP_MIN = Duration.ofSeconds(2);

  private final InstantSource wall;
  private final LongSupplier nanos;
  private long ahead;

  /** Watches the system's clock from now on. */
  public ClockSteps() {
    this(InstantSource.system(), System::nanoTime);
  }

  ClockSteps(InstantSource wall, LongSupplier nanos) {
    this.wall = wall;
    this.nanos = nanos;
    this.ahead = ahead();
  }

  private long ahead() {
    return wall.millis() - TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong());
  }

  /** How far the clock was set back since the last look; zero when it was not. */
  public Duration back() {
    long before = ahead;
    ahead = ahead();
    Duration back = Duration.ofMillis(before - ahead);
    return back.compareTo(STEP_MIN) < 0 ? Duration.ZERO : back;
  }
}
