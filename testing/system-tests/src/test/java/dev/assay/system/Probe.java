package dev.assay.system;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Asks a server twenty times a second whether it is alive, as an orchestrator does less often. */
final class Probe implements AutoCloseable {

  private static final long PAUSE_NANOS = 50_000_000;
  private static final int ROUNDS = 2_000;

  private final Queue<Double> millis = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private final Api api;
  private volatile boolean stopping;

  private Probe(Api api) {
    this.api = api;
    this.thread = Thread.ofPlatform().daemon().name("probe").unstarted(this::run);
  }

  static Probe start(String url) {
    Probe probe = new Probe(new Api(url, null));
    probe.thread.start();
    return probe;
  }

  private void run() {
    while (!stopping) {
      long begin = System.nanoTime();
      try {
        int status = api.get("/healthz").status();
        millis.add(status == 200 ? (System.nanoTime() - begin) / 1e6 : Double.POSITIVE_INFINITY);
      } catch (IOException e) {
        millis.add(Double.POSITIVE_INFINITY);
      } catch (InterruptedException e) {
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** How long the answers took; one that is infinite did not come. */
  String summary() {
    List<Double> sorted = millis.stream().sorted().toList();
    return "p50 %.1f p99 %.1f max %.1f ms (%,d)"
        .formatted(
            Load.Latencies.percentile(sorted, 0.5),
            Load.Latencies.percentile(sorted, 0.99),
            Load.Latencies.percentile(sorted, 1),
            sorted.size());
  }

  /** Answers a second of one caller who asks again at once. */
  static double perSecond(Api api) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    for (int i = 0; i < ROUNDS; i++) {
      var _ = api.get("/healthz");
    }
    return ROUNDS * 1e9 / (System.nanoTime() - begin);
  }

  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
    api.close();
  }
}
