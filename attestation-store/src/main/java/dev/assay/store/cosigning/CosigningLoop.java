package dev.assay.store.cosigning;

import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.store.CosignedCheckpoints;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the log witnesses of a policy to cosign the newest checkpoint, all of them the same one,
 * round after round. Nothing waits for it.
 */
final class CosigningLoop implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CosigningLoop.class);

  private final TlogPolicy policy;
  private final CosignedCheckpoints checkpoints;
  private final List<AskedWitness> witnesses;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("cosigning").unstarted(this::run);
  private @Nullable CosigningRound round;

  private CosigningLoop(
      TlogPolicy policy, CosignedCheckpoints checkpoints, List<AskedWitness> witnesses) {
    this.policy = policy;
    this.checkpoints = checkpoints;
    this.witnesses = List.copyOf(witnesses);
  }

  static CosigningLoop start(
      TlogPolicy policy, CosignedCheckpoints checkpoints, List<AskedWitness> witnesses) {
    CosigningLoop loop = new CosigningLoop(policy, checkpoints, witnesses);
    loop.thread.start();
    return loop;
  }

  private void run() {
    try {
      while (!closed(CosigningLimits.PAUSE)) {
        try {
          round();
        } catch (StoreUnavailableException | StoreCorruptException e) {
          LOG.atDebug().setCause(e).log("no checkpoint to be cosigned at present");
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean closed(Duration wait) throws InterruptedException {
    return closing.await(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void round() throws InterruptedException {
    SignedNote newest = checkpoints.newest();
    CosigningRound now = round;
    if (now == null || !now.note().text().equals(newest.text())) {
      now = new CosigningRound(policy, checkpoints, newest);
      round = now;
    }
    CosigningRound asked = now;
    List<AskedWitness> due = witnesses.stream().filter(each -> each.begins(newest)).toList();
    CountDownLatch answers = new CountDownLatch(due.size());
    for (AskedWitness each : due) {
      Thread.ofVirtual()
          .name("cosigning")
          .start(() -> {
            try {
              each.ask(newest, checkpoints).ifPresent(asked::add);
            } finally {
              answers.countDown();
            }
          });
    }
    await(answers, asked);
  }

  /** Waits for all answers, or for a quorum and a moment more, and not for ever. */
  private void await(CountDownLatch answers, CosigningRound asked) throws InterruptedException {
    long step = CosigningLimits.AFTER_QUORUM.toMillis();
    for (long waited = 0; waited < CosigningLimits.ROUND.toMillis(); waited += step) {
      boolean enough = asked.quorum();
      if (answers.await(step, TimeUnit.MILLISECONDS) || enough) {
        return;
      }
    }
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      var _ = thread.join(CosigningLimits.CLOSE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
