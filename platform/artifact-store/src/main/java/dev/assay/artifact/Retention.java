package dev.assay.artifact;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long uploaded artifacts are kept after they were sent, or accepted in an event, last.
 *
 * @param kept null for ever
 * @param clock what time it is
 */
public record Retention(@Nullable Duration kept, InstantSource clock) {

  /** Nothing expires. */
  public static final Retention FOR_EVER = new Retention(null, InstantSource.system());

  /** Whether something can expire. */
  public boolean ends() {
    return kept != null;
  }

  /**
   * When an artifact that is gone expired; empty when it should still be there.
   *
   * @param used when it was used last, as attestations tell it
   */
  public Optional<Instant> expired(Instant used) {
    return kept == null
        ? Optional.empty()
        : Optional.of(used.plus(kept)).filter(end -> !end.isAfter(clock.instant()));
  }

  /**
   * Whether an upload that was last sent or accepted at {@code sent} may be deleted: {@link
   * ArtifactLimits#RETENTION_GRACE} after it expired, since what attests its use comes later than
   * the upload.
   */
  boolean deletes(Instant sent) {
    return kept != null
        && sent.plus(kept).plus(ArtifactLimits.RETENTION_GRACE).isBefore(clock.instant());
  }
}
