package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.BulkQueue;
import dev.assay.runtime.kafka.Groups;
import dev.assay.runtime.kafka.LaneQueue;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.TailFeed;
import dev.assay.runtime.kafka.WorkQueue;
import dev.assay.runtime.kafka.WorkQueueConfig;
import dev.assay.runtime.trace.Stages;
import dev.assay.schemas.topic.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** A worker process: a pool for fast verifications and one for long ones. */
public final class WorkerService implements Loop {

  private final List<WorkQueue> queues = new ArrayList<>();
  private final MessageProducer producer;
  private final VerificationWork work;
  private final TailFeed rateFeed;

  public WorkerService(
      WorkerConfig config,
      Verifiers verifiers,
      ArtifactStore artifacts,
      MeterRegistry registry,
      Stages stages) {
    this.producer = new MessageProducer(config.kafka(), config.name());
    WorkerMetrics metrics = new WorkerMetrics(registry);
    Refusals refusals = new Refusals(producer, metrics);
    KnownRates rates = new KnownRates(refusals);
    this.rateFeed = rates.feed(config.kafka());
    this.work =
        new VerificationWork(
            config, verifiers, artifacts, producer, metrics, refusals, stages, rates);
    WorkQueueConfig bulk =
        new WorkQueueConfig(
            Topic.VERIFICATIONS.name(),
            Groups.WORKERS,
            config.consumers(),
            WorkerLimits.BATCH_RECORDS_MAX,
            WorkerLimits.FAST_MILLIS_MAX,
            WorkQueueConfig.LOCK_MILLIS);
    queues.add(new BulkQueue(config.kafka(), bulk, work::fast, work::handOver));
    queues.add(
        new LaneQueue(
            config.kafka(),
            WorkQueueConfig.lanes(
                Topic.VERIFICATIONS_LONG.name(), Groups.WORKERS_LONG, config.lanes()),
            work::slow));
    queues.forEach(queue -> metrics.inHand(queue.name(), queue::inHand));
  }

  @Override
  public String name() {
    return "worker";
  }

  @Override
  public void start() throws InterruptedException {
    rateFeed.start();
    for (WorkQueue queue : queues) {
      queue.start();
    }
  }

  @Override
  public boolean healthy() {
    return rateFeed.healthy() && queues.stream().allMatch(WorkQueue::healthy);
  }

  @Override
  public void close() {
    queues.forEach(WorkQueue::close);
    work.close();
    rateFeed.close();
    producer.close();
  }
}
