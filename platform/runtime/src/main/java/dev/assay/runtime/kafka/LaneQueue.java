package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool of lanes for long work: each lane owns one share consumer and one record at a time, and
 * renews the broker's lock while the work runs on a virtual thread. The number of lanes is the
 * concurrency limit.
 *
 * <p>Three things keep this right: after a renewal the lane commits and polls without waiting,
 * since only the renewed record can come back; a record that comes back is told from a redelivery
 * by identity; and a failed acknowledgement means that the lock is lost, so the work is cancelled
 * and its answer dropped.
 */
public final class LaneQueue implements WorkQueue {

  private static final Logger LOG = LoggerFactory.getLogger(LaneQueue.class);

  private final KafkaConfig kafka;
  private final WorkQueueConfig config;
  private final Worker worker;
  private final Worker giveBack;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<ConsumerThread> lanes = new ArrayList<>();
  private final AtomicInteger inHand = new AtomicInteger();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile int deliveriesMax = WorkQueueConfig.DELIVERIES_MAX;

  /** Counts the lanes that may still fetch. */
  private final CountDownLatch fetching;

  /** Lanes whose records are released when this queue's end cuts their work short. */
  public LaneQueue(KafkaConfig kafka, WorkQueueConfig config, Worker worker) {
    this(kafka, config, worker, _ -> Disposition.RELEASE);
  }

  /**
   * Lanes that are not started.
   *
   * @param giveBack what is done with a record whose work this queue's end cut short, usually
   *     sending it anew, since the broker counts a release like a death; called by the lane
   */
  public LaneQueue(KafkaConfig kafka, WorkQueueConfig config, Worker worker, Worker giveBack) {
    this.giveBack = giveBack;
    this.kafka = kafka;
    this.config = config;
    this.worker = worker;
    this.fetching = new CountDownLatch(config.consumers());
  }

  @Override
  public String name() {
    return "queue-" + config.topic();
  }

  @Override
  public void start() throws InterruptedException {
    deliveriesMax = ShareConsumers.configureGroup(kafka, config);
    for (int i = 0; i < config.consumers(); i++) {
      lanes.add(new ConsumerThread("lane-" + config.topic() + "-" + i, stopping, new Lane()));
    }
    lanes.forEach(ConsumerThread::start);
  }

  @Override
  public boolean healthy() {
    return lanes.stream().allMatch(ConsumerThread::healthy);
  }

  @Override
  public int inHand() {
    return inHand.get();
  }

  @Override
  public long finished() {
    return finished.get();
  }

  @Override
  public WorkQueueConfig config() {
    return config;
  }

  @Override
  public void close() {
    stopping.set(true);
    threads.shutdownNow();
    lanes.forEach(lane -> lane.join(WorkQueueConfig.STOP_WAIT_MAX));
  }

  /** One consumer and the work it has in hand. */
  private final class Lane implements ConsumerThread.Work {

    private @Nullable ConsumerRecord<byte[], byte[]> record;
    private @Nullable Future<Disposition> run;
    private boolean fetches = true;

    @Override
    public void run(ConsumerThread self) throws InterruptedException {
      try (KafkaShareConsumer<byte[], byte[]> consumer =
          ShareConsumers.open(kafka, config, "record_limit")) {
        consume(consumer, self);
      } finally {
        drop();
        if (stopping.get()) {
          fetchesNoMore();
        }
      }
    }

    private void fetchesNoMore() {
      if (fetches) {
        fetches = false;
        fetching.countDown();
      }
    }

    private void consume(KafkaShareConsumer<byte[], byte[]> consumer, ConsumerThread self)
        throws InterruptedException {
      consumer.setAcknowledgementCommitCallback((_, failure) -> {
        if (failure != null) {
          drop();
        }
      });
      boolean renewing = false;
      self.polls(consumer::wakeup);
      while (!stopping.get()) {
        ConsumerRecords<byte[], byte[]> polled =
            consumer.poll(renewing ? Duration.ZERO : WorkQueueConfig.POLL_WAIT);
        self.failing(false);
        renewing = !polled.isEmpty() && advance(consumer, polled.iterator().next());
        if (renewing) {
          consumer.commitSync();
        }
        self.backoff().reset();
      }
    }

    /** Works on {@code polled}; answers whether it still runs and was renewed. */
    @SuppressWarnings("ReferenceEquality") // the renewed record is the same object
    private boolean advance(
        KafkaShareConsumer<byte[], byte[]> consumer, ConsumerRecord<byte[], byte[]> polled)
        throws InterruptedException {
      Future<Disposition> current = run;
      if (current == null || record != polled) {
        drop();
        Optional<Future<Disposition>> begun = begun(new Delivery(polled, deliveriesMax));
        if (begun.isEmpty()) {
          consumer.acknowledge(polled, givenBack(polled));
          return false;
        }
        current = begun.get();
        record = polled;
        run = current;
        inHand.incrementAndGet();
      }
      AcknowledgeType ack = await(polled, current);
      consumer.acknowledge(polled, ack);
      if (ack == AcknowledgeType.RENEW) {
        return true;
      }
      if (ack != AcknowledgeType.RELEASE) {
        finished.incrementAndGet();
      }
      forget();
      return false;
    }

    /**
     * The work on a record; nothing when the queue stops. The lanes of a queue that stops would
     * else pass a record on from one to the next, each time as delivered once more.
     */
    private Optional<Future<Disposition>> begun(Delivery delivery) {
      try {
        return stopping.get()
            ? Optional.empty()
            : Optional.of(threads.submit(() -> worker.work(delivery)));
      } catch (RejectedExecutionException e) {
        LOG.atDebug().setCause(e).log("the queue stops");
        return Optional.empty();
      }
    }

    private AcknowledgeType await(
        ConsumerRecord<byte[], byte[]> polled, Future<Disposition> current)
        throws InterruptedException {
      try {
        return BulkQueue.ack(current.get(config.lockMillis() / 3, TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        return stopping.get() ? givenBack(polled) : AcknowledgeType.RENEW;
      } catch (ExecutionException | CancellationException e) {
        if (stopping.get()) {
          return givenBack(polled);
        }
        LOG.atWarn()
            .addKeyValue("queue", config.topic())
            .addKeyValue("partition", polled.partition())
            .addKeyValue("offset", polled.offset())
            .setCause(e.getCause())
            .log("the work failed and is tried again");
        return AcknowledgeType.RELEASE;
      }
    }

    /**
     * Gives back what this queue's end cut short, when the other lanes have closed or hold a record
     * too: one that is about to close would fetch the record, and release it as delivered.
     */
    private AcknowledgeType givenBack(ConsumerRecord<byte[], byte[]> polled)
        throws InterruptedException {
      fetchesNoMore();
      if (!fetching.await(WorkQueueConfig.FETCHING_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.atInfo()
            .addKeyValue("queue", config.topic())
            .addKeyValue("offset", polled.offset())
            .addKeyValue("lanes", fetching.getCount())
            .log("lanes still fetch; the record may be delivered once more than it is worked on");
      }
      try {
        return BulkQueue.ack(giveBack.work(new Delivery(polled, deliveriesMax)));
      } catch (TransientException e) {
        LOG.atInfo()
            .addKeyValue("queue", config.topic())
            .addKeyValue("offset", polled.offset())
            .setCause(e)
            .log("a record could not be given back and counts as delivered");
        return AcknowledgeType.RELEASE;
      }
    }

    /** Cancels the work in hand; its answer is dropped. */
    private void drop() {
      if (run != null) {
        run.cancel(true);
        forget();
      }
    }

    private void forget() {
      run = null;
      record = null;
      inHand.decrementAndGet();
    }
  }
}
