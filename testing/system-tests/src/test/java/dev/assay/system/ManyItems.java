package dev.assay.system;

import dev.assay.http.HttpConfig;
import dev.assay.http.HttpConfig.Authentication;
import dev.assay.http.HttpLimits;
import dev.assay.http.HttpService;
import dev.assay.store.AttestationStore;
import dev.assay.store.StoreConfig;
import dev.assay.store.api.EvidenceSource;
import dev.assay.store.api.ReadService;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.WorkItemRow;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A store with that many work items, served without authentication. */
final class ManyItems implements AutoCloseable {

  private static final int BATCH = 2_000;
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  private final AttestationStore store;
  private final HttpService http;

  ManyItems(Path directory, int count) {
    this.store =
        AttestationStore.open(
            new StoreConfig(
                directory.resolve("log"),
                new DatabaseConfig.Sqlite(directory.resolve("index.db")),
                "assay.example/log",
                directory.resolve("checkpoint.pem"),
                List.of()),
            Clock.systemUTC());
    for (int from = 0; from < count; from += BATCH) {
      List<WorkItemRow> rows = new ArrayList<>();
      for (int i = from; i < Math.min(count, from + BATCH); i++) {
        rows.add(row(i));
      }
      store.write(new Batch(List.of(), List.of(), rows));
    }
    this.http =
        new HttpService(
            new HttpConfig("127.0.0.1", 0, new Authentication.Open(), HttpLimits.defaults()),
            new ReadService(store, EvidenceSource.NONE, null, InstantSource.system(), true)
                .routes(),
            List.of(),
            List.of(),
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
  }

  /** The id of the item that came as number {@code i}. */
  static String id(int i) {
    return "many/%06d".formatted(i);
  }

  private static WorkItemRow row(int i) {
    Instant time = START.plusSeconds(i);
    return new WorkItemRow(
        id(i), "verifying", "CALM", 1, "agent-1", "many", time, time, "{}", null, "[]", null, "{}");
  }

  String url() {
    return http.url();
  }

  @Override
  public void close() {
    http.close();
    store.close();
  }
}
