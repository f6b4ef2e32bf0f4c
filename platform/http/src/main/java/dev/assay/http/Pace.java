package dev.assay.http;

import java.util.concurrent.TimeUnit;

/**
 * How much longer a peer may keep the server waiting. Every byte that moves earns time, waiting
 * spends it, and what is saved never exceeds the grace: who was quick once cannot stand still for
 * long afterwards. Confined to the connection's thread.
 */
final class Pace {

  private final long graceNanos;
  private final long nanosPerByte;
  private long leftNanos;

  Pace(long graceMillis, int bytesPerSecondMin) {
    this.graceNanos = TimeUnit.MILLISECONDS.toNanos(graceMillis);
    this.nanosPerByte = TimeUnit.SECONDS.toNanos(1) / bytesPerSecondMin;
    this.leftNanos = graceNanos;
  }

  /** Gives the whole grace again. */
  void begin() {
    leftNanos = graceNanos;
  }

  /** The peer kept the server waiting for that long and then {@code bytes} moved. */
  void moved(long waitedNanos, int bytes) {
    leftNanos = Math.min(graceNanos, leftNanos - waitedNanos + bytes * nanosPerByte);
  }

  /** The time that is left; nothing or less when the peer is too slow. */
  long leftNanos() {
    return leftNanos;
  }
}
