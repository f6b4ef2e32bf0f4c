package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.BulkQueue;
import dev.assay.runtime.kafka.Groups;
import dev.assay.runtime.kafka.LaneQueue;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.PacedProducer;
import dev.assay.runtime.kafka.QueueWatch;
import dev.assay.runtime.kafka.TopicTail;
import dev.assay.runtime.kafka.WorkQueue;
import dev.assay.runtime.kafka.WorkQueueConfig;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.topic.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A worker process: a pool for fast verifications and one for long ones. */
public final class WorkerService implements Loop {

  /** The exit code of a process whose verifiers no longer end. */
  private static final int STUCK = 3;

  private final List<WorkQueue> queues = new ArrayList<>();
  private final MessageProducer producer;
  private final RunLedger ledger;
  private final RunThreads threads;
  private final Verifiers verifiers;
  private final TopicTail rateFeed;
  private final QueueWatch watch;

  public WorkerService(
      WorkerConfig config,
      Verifiers verifiers,
      ArtifactStore artifacts,
      MeterRegistry registry,
      PipelineTracer tracer) {
    this.verifiers = verifiers;
    this.ledger =
        RunLedger.open(config.scratchDirectory(), config.supervisor(), InstantSource.system());
    FairGate gate = new FairGate(WorkerLimits.FAST_THREADS, config.lanes());
    this.threads = new RunThreads(gate, ledger, () -> Runtime.getRuntime().halt(STUCK));
    this.producer = new MessageProducer(config.kafka(), config.name(), PacedProducer.DENSE);
    WorkerMetrics metrics = new WorkerMetrics(registry);
    Refusals refusals = new Refusals(producer, metrics);
    KnownRates rates = new KnownRates(refusals);
    this.rateFeed = rates.feed(config.kafka());
    Reports reports = new Reports(config.name(), artifacts, producer, rates, config.salts());
    VerificationWork work =
        new VerificationWork(
            new Verification(
                verifiers,
                new Run(artifacts, config.scratchDirectory(), ScratchQuota.DEFAULT),
                threads,
                reports,
                metrics,
                tracer,
                config.budgetMillisMax()),
            reports,
            producer,
            metrics,
            refusals,
            gate,
            ledger);
    WorkQueueConfig bulk =
        new WorkQueueConfig(
            Topic.VERIFICATIONS.name(),
            Groups.WORKERS,
            config.consumers(),
            WorkerLimits.BATCH_RECORDS_MAX,
            WorkerLimits.BATCH_MILLIS_MAX,
            WorkQueueConfig.LOCK_MILLIS);
    queues.add(new BulkQueue(config.kafka(), bulk, work::fast, work::handOver));
    queues.add(
        new LaneQueue(
            config.kafka(),
            WorkQueueConfig.lanes(
                Topic.VERIFICATIONS_LONG.name(), Groups.WORKERS_LONG, config.lanes()),
            work::slow,
            work::giveBack));
    queues.forEach(queue -> metrics.inHand(queue.name(), queue::inHand));
    this.watch = new QueueWatch(config.kafka(), name(), queues);
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
    watch.start();
  }

  /** Why requests wait that nobody takes, in a sentence; none while the queues get on. */
  public Optional<String> stuck() {
    return watch.problem();
  }

  @Override
  public boolean healthy() {
    return rateFeed.healthy() && queues.stream().allMatch(WorkQueue::healthy);
  }

  /** To be called when the process ends through no fault of what it runs, which is not blamed. */
  public void endsWithItsParent() {
    ledger.forgive();
  }

  @Override
  public void close() {
    watch.close();
    try (ExecutorService closing = Executors.newVirtualThreadPerTaskExecutor()) {
      queues.forEach(queue -> closing.execute(queue::close));
      closing.execute(rateFeed::close);
    }
    threads.close();
    verifiers.close();
    ledger.close();
    producer.close();
  }
}
