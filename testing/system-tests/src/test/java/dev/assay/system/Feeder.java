package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An agent that keeps reporting work: batches of events, each sent again with the same ids until it
 * is accepted, whatever happens to the system meanwhile.
 */
final class Feeder implements AutoCloseable {

  private static final int BATCH_EVENTS = 10;
  private static final long RETRY_PAUSE_NANOS = 50_000_000;

  private final String name;
  private final List<String> reports;
  private final Supplier<@Nullable Api> api;
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final long pauseNanos;
  private final Thread thread;

  /**
   * A feeder that runs at once.
   *
   * @param reports what the events name in turn; they must be stored
   * @param api where to send, or null while there is nothing
   * @param pauseNanos between two batches
   */
  Feeder(String name, List<String> reports, Supplier<@Nullable Api> api, long pauseNanos) {
    this.name = name;
    this.reports = List.copyOf(reports);
    this.api = api;
    this.pauseNanos = pauseNanos;
    this.thread = Thread.ofPlatform().name("feeder-" + name).start(this::feed);
  }

  /** Ids of the events that were accepted, each also its work item. */
  Set<String> accepted() {
    return accepted;
  }

  /** Stops after the batch in hand is accepted. */
  void finish() throws InterruptedException {
    stopping.set(true);
    thread.join(Await.PATIENCE);
    if (thread.isAlive()) {
      throw new AssertionError("expected the last batch of " + name + " to be accepted");
    }
  }

  /** The report that event {@code number} names. */
  static int reportOf(int number, int reports) {
    return number % reports;
  }

  private void feed() {
    int number = 0;
    while (!stopping.get() && !Thread.currentThread().isInterrupted()) {
      List<String> ids = new ArrayList<>();
      ArrayNode batch = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < BATCH_EVENTS; i++, number++) {
        String id = name + "-" + number;
        String report = reports.get(reportOf(number, reports.size()));
        ids.add(id);
        batch.add(Samples.event(id, Samples.dataOf(id, report)));
      }
      while (!accept(ids, batch.toString())) {
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        LockSupport.parkNanos(RETRY_PAUSE_NANOS);
      }
      LockSupport.parkNanos(pauseNanos);
    }
  }

  private boolean accept(List<String> ids, String batch) {
    Api target = api.get();
    if (target == null) {
      return false;
    }
    try {
      Api.Answer answer = target.post(Api.BATCH, batch, "");
      if (answer.status() != 202 && answer.status() != 200) {
        return false;
      }
      boolean all = true;
      for (JsonNode member : answer.json()) {
        all &= member.has("eventId");
      }
      if (all) {
        accepted.addAll(ids);
      }
      return all;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
