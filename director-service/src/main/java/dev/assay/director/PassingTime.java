package dev.assay.director;

import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.ItemState;
import dev.assay.runtime.ClockSteps;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the director says because time passes: that nobody answered a question, settled a child or
 * suggested a plan in time, and that reports are overdue or wait for executions that do not come.
 * The fact decides, not the clock.
 */
final class PassingTime {

  private static final Logger LOG = LoggerFactory.getLogger(PassingTime.class);

  private final DirectorConfig config;
  private final ItemStore items;
  private final Deadlines deadlines;
  private final OverdueReports reports;
  private final InstantSource clock;
  private final long began;
  private final ClockSteps steps = new ClockSteps();

  PassingTime(DirectorConfig config, ItemStore items, Deadlines deadlines, InstantSource clock) {
    this.config = config;
    this.items = items;
    this.deadlines = deadlines;
    this.reports = new OverdueReports(items, config.reportWait());
    this.clock = clock;
    this.began = clock.millis();
  }

  /**
   * Sends what is due now.
   *
   * @throws StreamsException when the clock was set back
   */
  void passes(ProcessorContext<byte[], byte[]> context) {
    Duration back = steps.back();
    if (back.isPositive()) {
      throw new StreamsException(
          "expected a clock that goes on, found it set back by "
              + back.toSeconds()
              + " s; the consumers are opened again");
    }
    long now = clock.millis();
    List<GovernanceFact> facts = new ArrayList<>(deadlines.passed(now, this::stateOf));
    Long since =
        config.policy().modelPlans() ? now - DirectorLimits.SUGGESTION_WAIT_MAX.toMillis() : null;
    facts.addAll(deadlines.unsuggested(since, this::stateOf));
    OverdueReports.Due due = reports.look(now);
    facts.addAll(due.facts());
    due.early().forEach(workItem -> deadlines.followEarly(workItem, stateOf(workItem)));
    // Their executions may have waited for the director as long.
    if (now - began >= config.earlyWait().toMillis()) {
      facts.addAll(deadlines.unclaimed(now, config.earlyWait(), this::stateOf));
    }
    for (GovernanceFact fact : facts) {
      send(context, fact.workItem(), Topic.GOVERNANCE, fact, now);
    }
    for (Emission.RequestVerification again : due.requests()) {
      Topic<VerificationRequest> topic =
          again.slow() ? Topic.VERIFICATIONS_LONG : Topic.VERIFICATIONS;
      send(context, null, topic, again.request(), now);
    }
  }

  private static <T> void send(
      ProcessorContext<byte[], byte[]> context,
      @Nullable String key,
      Topic<T> topic,
      T message,
      long now) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    context.forward(new Record<>(keyBytes, topic.codec().encode(message), now), topic.name());
  }

  /** The state of a work item; the empty one where it cannot be read. */
  private ItemState stateOf(String workItem) {
    try {
      return ItemState.of(items.item(workItem));
    } catch (RejectedException e) {
      LOG.atError().addKeyValue("work_item", workItem).setCause(e).log("a deadline is forgotten");
      return ItemState.of(ItemReader.nothing());
    }
  }
}
