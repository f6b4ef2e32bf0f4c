package dev.assay.director;

import dev.assay.core.director.AwaitedReports;
import dev.assay.core.director.Emission;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.GovernanceFact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds executions that wait for reports too long: a request was lost, or nobody answers. It looks
 * at the states themselves, a few at a time and all of them in turn, so that it needs no memory of
 * its own and finds what waits whatever stopped before. For one thread.
 */
final class OverdueReports {

  private static final Logger LOG = LoggerFactory.getLogger(OverdueReports.class);

  private final ItemStore items;
  private final Duration wait;
  private @Nullable String next;
  private long began;
  private long roundBegan;
  private long roundBeforeBegan;

  /**
   * @param wait how long an execution waits for the next report, besides what a run may take
   */
  OverdueReports(ItemStore items, Duration wait) {
    this.items = items;
    this.wait = wait;
  }

  /**
   * What is due.
   *
   * @param requests that are asked again, once half of the time is over
   * @param facts that tell which executions have waited long enough; told again until it has its
   *     effect
   * @param early work items with reports that wait for their executions
   */
  record Due(
      List<Emission.RequestVerification> requests,
      List<GovernanceFact> facts,
      List<String> early) {}

  /** Looks at the states whose turn it is, at {@code now} in milliseconds since the epoch. */
  Due look(long now) {
    if (began == 0) {
      began = now;
    }
    if (next == null) {
      roundBeforeBegan = roundBegan;
      roundBegan = now;
    }
    ItemStore.Waiting waiting = items.waiting(next, DirectorLimits.ENTRIES_AT_ONCE_MAX);
    next = waiting.next();
    Due due = new Due(new ArrayList<>(), new ArrayList<>(), waiting.early());
    waiting.workItems().forEach(workItem -> look(workItem, now, due));
    return due;
  }

  private void look(String workItem, long now, Due due) {
    try {
      AwaitedReports awaited = AwaitedReports.of(items.item(workItem));
      if (awaited == null || Times.epochMillis(awaited.since()) > now - wait.toMillis() / 2) {
        return;
      }
      long patience = awaited.budgetMillis() + wait.toMillis() / 2;
      long half = Times.epochMillis(awaited.since()) + patience;
      boolean asked = half <= roundBeforeBegan;
      // Time in which nobody was here to ask again is nobody's silence.
      if (asked && now >= Math.max(half + wait.toMillis() / 2, began + patience)) {
        due.facts().add(awaited.overdue());
      } else if (!asked && now >= half) {
        due.requests().addAll(awaited.again());
      }
    } catch (RejectedException e) {
      LOG.atError().addKeyValue("work_item", workItem).setCause(e).log("nobody waits for reports");
    }
  }
}
