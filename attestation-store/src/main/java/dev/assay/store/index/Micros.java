package dev.assay.store.index;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as the database keeps them: whole microseconds since the epoch. */
final class Micros {

  private Micros() {}

  static long of(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  static Instant truncated(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }
}
