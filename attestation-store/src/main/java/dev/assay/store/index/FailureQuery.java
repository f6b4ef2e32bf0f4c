package dev.assay.store.index;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which failures to count, by what time.
 *
 * @param within of work of one of these fleets, or null for those of all
 * @param since found at or after this time
 * @param until found before this time, which is later, by {@link IndexLimits#FAILURE_DAYS_MAX} days
 *     at most
 */
public record FailureQuery(@Nullable Set<String> within, Instant since, Instant until) {

  /** Checks the window; one that is none or too long is INVALID_QUERY. */
  public FailureQuery {
    Duration window = Duration.between(since, until);
    if (!window.isPositive()
        || window.compareTo(Duration.ofDays(IndexLimits.FAILURE_DAYS_MAX)) > 0) {
      throw new Rejection(
              ErrorCode.INVALID_QUERY,
              "expected since before until, by at most "
                  + IndexLimits.FAILURE_DAYS_MAX
                  + " days, found "
                  + since
                  + " and "
                  + until,
              "since")
          .asException();
    }
  }

  /** How long a bucket is: an hour in short windows, else a day. */
  public Duration bucket() {
    Duration hourly = Duration.ofHours(IndexLimits.FAILURE_HOURS_MAX);
    return Duration.between(since, until).compareTo(hourly) > 0
        ? Duration.ofDays(1)
        : Duration.ofHours(1);
  }

  /** When the first bucket begins: the full hour or the UTC day that {@code since} is in. */
  public Instant firstBucket() {
    long seconds = bucket().toSeconds();
    return Instant.ofEpochSecond(Math.floorDiv(since.getEpochSecond(), seconds) * seconds);
  }

  /** How many buckets the window touches. */
  int buckets() {
    return bucketOf(until.minusNanos(1)) + 1;
  }

  /** The bucket that {@code time} is in, from 0. */
  int bucketOf(Instant time) {
    return (int) Duration.between(firstBucket(), time).dividedBy(bucket());
  }
}
