package dev.assay.runtime.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool of share consumers for fast work: each polls a batch, runs every record on a virtual
 * thread, waits for all and acknowledges all. A record that overruns is interrupted and given to
 * {@link Overrun}, so that a batch never waits longer than the overrun bound.
 */
public final class BulkQueue implements WorkQueue {

  private static final Logger LOG = LoggerFactory.getLogger(BulkQueue.class);

  /** Takes over a record that was cut off, usually by sending it to the queue for long work. */
  @FunctionalInterface
  public interface Overrun {
    Disposition handOver(Delivery delivery) throws InterruptedException;
  }

  private final KafkaConfig kafka;
  private final WorkQueueConfig config;
  private final Worker worker;
  private final Overrun overrun;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<ConsumerThread> loops = new ArrayList<>();
  private final AtomicInteger inHand = new AtomicInteger();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile int deliveriesMax = WorkQueueConfig.DELIVERIES_MAX;

  public BulkQueue(KafkaConfig kafka, WorkQueueConfig config, Worker worker, Overrun overrun) {
    this.kafka = kafka;
    this.config = config;
    this.worker = worker;
    this.overrun = overrun;
  }

  @Override
  public String name() {
    return "queue-" + config.topic();
  }

  @Override
  public void start() throws InterruptedException {
    deliveriesMax = ShareConsumers.configureGroup(kafka, config);
    for (int i = 0; i < config.consumers(); i++) {
      loops.add(new ConsumerThread("bulk-" + config.topic() + "-" + i, stopping, this::run));
    }
    loops.forEach(ConsumerThread::start);
  }

  @Override
  public boolean healthy() {
    return loops.stream().allMatch(ConsumerThread::healthy);
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
    loops.forEach(loop -> loop.join(WorkQueueConfig.STOP_WAIT_MAX));
    threads.shutdownNow();
  }

  private void run(ConsumerThread self) throws InterruptedException {
    try (KafkaShareConsumer<byte[], byte[]> consumer =
        ShareConsumers.open(kafka, config, "batch_optimized")) {
      consume(consumer, self);
    }
  }

  private void consume(KafkaShareConsumer<byte[], byte[]> consumer, ConsumerThread self)
      throws InterruptedException {
    consumer.setAcknowledgementCommitCallback((_, failure) -> {
      if (failure != null) {
        LOG.atInfo()
            .addKeyValue("queue", config.topic())
            .log("acknowledgements were lost; their records come again");
      }
    });
    self.polls(consumer::wakeup);
    while (!stopping.get()) {
      ConsumerRecords<byte[], byte[]> batch = consumer.poll(WorkQueueConfig.POLL_WAIT);
      self.failing(false);
      if (!batch.isEmpty()) {
        runBatch(consumer, batch);
        self.backoff().reset();
      }
    }
  }

  private void runBatch(
      KafkaShareConsumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> batch)
      throws InterruptedException {
    record Run(ConsumerRecord<byte[], byte[]> record, Future<Disposition> future) {}
    List<Run> runs = new ArrayList<>(batch.count());
    inHand.addAndGet(batch.count());
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(config.overrunMillis());
    try {
      for (ConsumerRecord<byte[], byte[]> record : batch) {
        Delivery delivery = new Delivery(record, deliveriesMax);
        runs.add(new Run(record, threads.submit(() -> worker.work(delivery))));
      }
      for (Run run : runs) {
        AcknowledgeType ack = ack(outcome(run.record(), run.future(), deadline));
        consumer.acknowledge(run.record(), ack);
        if (ack != AcknowledgeType.RELEASE) {
          finished.incrementAndGet();
        }
      }
    } finally {
      inHand.addAndGet(-batch.count());
    }
  }

  private Disposition outcome(
      ConsumerRecord<byte[], byte[]> record, Future<Disposition> run, long deadline)
      throws InterruptedException {
    try {
      return run.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      run.cancel(true);
      return handedOver(record);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InterruptedException) {
        return handedOver(record); // the run saw its own budget end first
      }
      LOG.atWarn()
          .addKeyValue("queue", config.topic())
          .addKeyValue("partition", record.partition())
          .addKeyValue("offset", record.offset())
          .setCause(e.getCause())
          .log("the work failed and is tried again");
      return Disposition.RELEASE;
    }
  }

  private Disposition handedOver(ConsumerRecord<byte[], byte[]> record)
      throws InterruptedException {
    try {
      return overrun.handOver(new Delivery(record, deliveriesMax));
    } catch (TransientException e) {
      LOG.atWarn()
          .addKeyValue("queue", config.topic())
          .addKeyValue("partition", record.partition())
          .addKeyValue("offset", record.offset())
          .setCause(e)
          .log("the work could not be handed over and is tried again");
      return Disposition.RELEASE;
    }
  }

  static AcknowledgeType ack(Disposition disposition) {
    return switch (disposition) {
      case DONE -> AcknowledgeType.ACCEPT;
      case RELEASE -> AcknowledgeType.RELEASE;
      case REFUSED -> AcknowledgeType.REJECT;
    };
  }
}
