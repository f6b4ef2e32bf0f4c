package dev.assay.runtime.kafka;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a cluster again and again, by a timer of its own, whoever wants to know the result. */
final class Measuring implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Measuring.class);

  private final String name;
  private final KafkaConfig config;
  private final Measurement measurement;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /** What is asked. */
  interface Measurement {

    /** Takes one measurement. */
    void take(Admin admin) throws InterruptedException, ExecutionException, TimeoutException;

    /** The cluster did not answer: what was measured before no longer says anything. */
    void missed();
  }

  /** One that is not running yet. */
  Measuring(KafkaConfig config, String name, Measurement measurement) {
    this.config = config;
    this.name = name;
    this.measurement = measurement;
    this.thread = Thread.ofPlatform().daemon().name("progress-" + name).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }

  private void run() {
    try (Admin admin = Admin.create(config.with(Map.of()))) {
      do {
        try {
          measurement.take(admin);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
          LOG.atDebug().addKeyValue("loop", name).setCause(e).log("its lag was not measured");
          measurement.missed();
        }
      } while (!closed.await(RuntimeLimits.MEASURED_EVERY.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      LOG.atDebug().addKeyValue("loop", name).log("interrupted");
    }
  }

  /** What the cluster answers in time. */
  static <T> T answer(KafkaFuture<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(RuntimeLimits.ANSWER_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS);
  }
}
