package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OtlpReadersTest {

  private final OtlpReaders readers = new OtlpReaders(1);
  private final List<String> order = new CopyOnWriteArrayList<>();

  @Test
  void whoSendsLittleIsReadAfterOneRequestOfWhoSendsMuch() throws Exception {
    List<Thread> waiting = new ArrayList<>();
    try (OtlpReaders.Turn _ = readers.turn("flood")) {
      for (int i = 0; i < 20; i++) {
        waiting.add(waiting("flood"));
      }
      waiting.add(waiting("neighbour"));
    }
    for (Thread thread : waiting) {
      thread.join();
    }

    assertThat(order).hasSize(21);
    assertThat(order.indexOf("neighbour")).isLessThanOrEqualTo(1);
  }

  @Test
  void whoIsInterruptedLeavesItsTurnToOthers() throws Exception {
    Thread next;
    try (OtlpReaders.Turn _ = readers.turn("flood")) {
      Thread first = waiting("neighbour");
      Thread second = waiting("flood");
      next = waiting("neighbour");
      first.interrupt();
      second.interrupt();
      first.join();
      second.join();
    }
    next.join();
    waiting("flood").join();

    assertThat(order).containsExactly("neighbour", "flood");
  }

  /** A thread that waits for a turn of {@code principal}, or has had it. */
  private Thread waiting(String principal) {
    Thread thread = Thread.ofPlatform().start(() -> read(principal));
    while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
      Thread.onSpinWait();
    }
    return thread;
  }

  private void read(String principal) {
    try (OtlpReaders.Turn _ = readers.turn(principal)) {
      order.add(principal);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
