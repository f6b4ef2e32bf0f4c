package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  @Test
  void anExpiredDeadlineCutsTheRunOffAndLeavesNoInterruptBehind() {
    try (ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor()) {
      Deadline deadline = new Deadline(timers, 10);

      assertThatThrownBy(() -> new CountDownLatch(1).await(60, TimeUnit.SECONDS))
          .isInstanceOf(InterruptedException.class);
      assertThat(deadline.expired()).isTrue();
      Thread.currentThread().interrupt();
      deadline.close();

      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void aClosedDeadlineNeverInterrupts() throws Exception {
    try (ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor()) {
      Deadline deadline = new Deadline(timers, 20);
      deadline.close();

      timers.schedule(() -> {}, 40, TimeUnit.MILLISECONDS).get();

      assertThat(deadline.expired()).isFalse();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }
}
