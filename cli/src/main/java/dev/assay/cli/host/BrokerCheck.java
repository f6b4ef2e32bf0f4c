package dev.assay.cli.host;

import dev.assay.http.HealthCheck;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.jspecify.annotations.Nullable;

/** Asks the cluster whether it answers, over one connection: to log in takes longer than to ask. */
final class BrokerCheck implements AutoCloseable {

  private static final int WAIT_MILLIS_MAX = 2_000;

  private final KafkaConfig kafka;
  private @Nullable Admin admin;

  BrokerCheck(KafkaConfig kafka) {
    this.kafka = kafka;
  }

  HealthCheck check() {
    return new HealthCheck("broker", ErrorCode.BROKER_UNAVAILABLE, this::probe);
  }

  private void probe() throws IOException {
    try {
      admin()
          .describeCluster(new DescribeClusterOptions().timeoutMs(WAIT_MILLIS_MAX))
          .clusterId()
          .get(WAIT_MILLIS_MAX, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("expected the cluster at " + kafka.bootstrap() + " to answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking the cluster", e);
    }
  }

  /** Made at the first question, so that a process that nobody probes has none. */
  private synchronized Admin admin() {
    Admin opened = admin;
    if (opened == null) {
      opened = Admin.create(kafka.with(Map.of("request.timeout.ms", WAIT_MILLIS_MAX)));
      admin = opened;
    }
    return opened;
  }

  @Override
  public synchronized void close() {
    if (admin != null) {
      admin.close(Duration.ZERO);
    }
  }
}
