package dev.assay.director;

import dev.assay.schemas.Times;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.service.Hop;
import dev.assay.service.HopTimer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The hops that end while the director takes one input. For one task. */
final class InputHops {

  /** Where the times go; for all tasks. */
  record Timers(
      HopTimer executions, HopTimer plan, HopTimer report, HopTimer decide, HopTimer sign) {

    static Timers of(MeterRegistry registry) {
      return new Timers(
          HopTimer.of(Hop.EXECUTIONS, registry),
          HopTimer.of(Hop.PLAN, registry),
          HopTimer.of(Hop.REPORT, registry),
          HopTimer.of(Hop.DECIDE, registry),
          HopTimer.of(Hop.SIGN, registry));
    }
  }

  private final Timers timers;
  private final InstantSource clock;
  private @Nullable HopTimer own;
  private long signingNanos;

  /** Nothing came yet. */
  InputHops(Timers timers, InstantSource clock) {
    this.timers = timers;
    this.clock = clock;
  }

  /**
   * An input was read and will be folded.
   *
   * @param recordMillis the time of its record, since the epoch
   */
  void arrived(DirectorInput input, long recordMillis) {
    switch (input) {
      case DirectorInput.Execution _ -> {
        timers.executions().waited(recordMillis, clock.millis());
        own = timers.plan();
      }
      case DirectorInput.Report(ReportMessage message) -> {
        long ran = Times.parsed(message.startedAt()).toEpochMilli() + message.durationMillis();
        timers.report().waited(ran, clock.millis());
        own = timers.decide();
      }
      case DirectorInput.Governance _, DirectorInput.Canary _, DirectorInput.Unusable _ -> {}
    }
  }

  /** Something that follows from the input was signed. */
  void signed(long nanos) {
    signingNanos += nanos;
  }

  /**
   * All that follows from the input is sent.
   *
   * @param nanos what the director took for it
   */
  void ended(long nanos) {
    if (own != null) {
      own.took(nanos - signingNanos);
    }
    if (signingNanos > 0) {
      timers.sign().took(signingNanos);
    }
    own = null;
    signingNanos = 0;
  }
}
