package dev.assay.ingest;

import dev.assay.http.Principal;
import dev.assay.schemas.Bounded;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What each principal may send in a minute. Who acts for all fleets has no quota. What is not used
 * is kept for one minute; the last upload may go beyond what is left, which the next ones wait for.
 */
final class Quotas {

  private static final double NANOS_PER_MINUTE = TimeUnit.MINUTES.toNanos(1);

  /** What is left of a quota, growing with time. */
  private static final class Allowance {

    private final long perMinute;
    private double left;
    private long atNanos;

    Allowance(long perMinute, long nowNanos) {
      this.perMinute = perMinute;
      this.left = perMinute;
      this.atNanos = nowNanos;
    }

    double left(long nowNanos) {
      left =
          Math.min(
              (double) perMinute, left + perMinute * ((nowNanos - atNanos) / NANOS_PER_MINUTE));
      atNanos = nowNanos;
      return left;
    }
  }

  private record Allowances(Allowance events, Allowance bytes) {}

  private final Map<String, Allowances> principals;
  private final IngestLimits limits;
  private final LongSupplier nanoTime;

  Quotas(IngestLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.principals = Bounded.map(IngestLimits.PRINCIPALS_REMEMBERED, true);
  }

  /** Counts an event of {@code sender}, or says why it is refused. */
  synchronized Optional<Rejection> event(Principal sender) {
    if (sender.fleets() == null) {
      return Optional.empty();
    }
    Allowance events = of(sender).events();
    if (events.left(nanoTime.getAsLong()) < 1) {
      return Optional.of(exceeded(sender, limits.eventsPerMinuteMax() + " events"));
    }
    events.left--;
    return Optional.empty();
  }

  /** Why {@code sender} may not upload now; empty when it may. */
  synchronized Optional<Rejection> upload(Principal sender) {
    return sender.fleets() == null || of(sender).bytes().left(nanoTime.getAsLong()) >= 1
        ? Optional.empty()
        : Optional.of(exceeded(sender, limits.bytesPerMinuteMax() + " bytes of artifacts"));
  }

  /** Counts what {@code sender} has uploaded. */
  synchronized void uploaded(Principal sender, long bytes) {
    if (sender.fleets() != null) {
      Allowance left = of(sender).bytes();
      left.left = left.left(nanoTime.getAsLong()) - bytes;
    }
  }

  private Allowances of(Principal sender) {
    long now = nanoTime.getAsLong();
    return principals.computeIfAbsent(
        sender.id(),
        _ ->
            new Allowances(
                new Allowance(limits.eventsPerMinuteMax(), now),
                new Allowance(limits.bytesPerMinuteMax(), now)));
  }

  private static Rejection exceeded(Principal sender, String quota) {
    return Rejection.of(
        ErrorCode.QUOTA_EXCEEDED,
        "expected at most "
            + quota
            + " a minute of "
            + sender.id()
            + ", found more; wait and send again");
  }
}
