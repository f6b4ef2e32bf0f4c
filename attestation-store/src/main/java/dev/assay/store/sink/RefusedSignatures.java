package dev.assay.store.sink;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Attestations that were refused because no accepted key signed them. When they are all that comes,
 * director and store hold different keys.
 *
 * <p>They are a problem until an attestation is accepted, and no longer than {@link #SHOWN_MAX}
 * after the last one: a director with another key has the next one refused, that of a canary if
 * nothing else, while somebody's forged record must not take the store out of rotation for good.
 * One thread tells of attestations; the problem may be asked for by any.
 */
final class RefusedSignatures {

  /** Twice the standard pause between canaries. */
  static final Duration SHOWN_MAX = Duration.ofMinutes(10);

  /** Between two lines in the log. */
  static final Duration LINE_PAUSE = Duration.ofMinutes(1);

  private final InstantSource clock;
  private volatile @Nullable Refusal last;
  private Instant lineDue = Instant.MIN;
  private long untold;

  private record Refusal(String detail, Instant time) {}

  RefusedSignatures(InstantSource clock) {
    this.clock = clock;
  }

  /** An attestation was accepted. */
  void accepted() {
    last = null;
  }

  /**
   * An attestation was refused.
   *
   * @return how many were since the last line in the log, when another one is due
   */
  OptionalLong refused(String detail) {
    Instant now = clock.instant();
    last = new Refusal(detail, now);
    untold++;
    if (now.isBefore(lineDue)) {
      return OptionalLong.empty();
    }
    OptionalLong told = OptionalLong.of(untold);
    untold = 0;
    lineDue = now.plus(LINE_PAUSE);
    return told;
  }

  /** Why the last attestation was refused, while that is a problem. */
  Optional<String> problem() {
    Refusal refusal = last;
    return refusal == null || clock.instant().isAfter(refusal.time().plus(SHOWN_MAX))
        ? Optional.empty()
        : Optional.of(refusal.detail());
  }
}
