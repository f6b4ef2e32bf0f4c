package dev.assay.quick.bench;

import dev.assay.quick.QuickVerifier;
import dev.assay.quick.ingest.LogIngest;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.report.QuickResult;
import dev.assay.quick.report.ReportJson;
import dev.assay.quick.report.RunVerdict;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SessionLifetime;
import dev.assay.quick.sql.SqliteSource;
import dev.assay.toolcalls.json.JsonText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * Measures verifications in one process on one thread, and prepares the inputs that {@code
 * scripts/bench/quick.sh} gives to processes.
 */
public final class QuickBench {

  private static final int TABLES = 20;
  private static final int WARM_SECONDS = 5;
  private static final int MEASURED_SECONDS = 5;
  private static final int INPUT_BYTES = 8_388_608;

  private QuickBench() {}

  /** {@code prepare <directory>} writes database and inputs; {@code run <directory>} measures. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[1]);
    if (args[0].equals("prepare")) {
      prepare(directory);
    } else {
      measure(directory);
    }
  }

  private static void prepare(Path directory) throws IOException, SQLException {
    Files.createDirectories(directory);
    Files.deleteIfExists(directory.resolve("bench.sqlite"));
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("bench.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(schema());
    }
    Files.writeString(directory.resolve("small.ndjson"), smallInput());
    try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("large.ndjson"))) {
      int bytes = 0;
      for (int i = 0; ; i++) {
        String line = call("orders.update", i % 1000, "note " + i) + "\n";
        bytes += line.length();
        if (bytes > INPUT_BYTES) {
          break;
        }
        out.write(line);
      }
    }
    try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("wide.ndjson"))) {
      for (int action = 0; action < 50; action++) {
        out.write("{\"tool\":\"orders.update\",\"params\":{\"id\":" + action);
        for (int key = 0; key < 10_000; key++) {
          out.write(",\"k" + action + "_" + key + "\":" + key);
        }
        out.write("}}\n");
      }
    }
  }

  private static String schema() {
    StringBuilder sql = new StringBuilder("BEGIN;");
    for (int t = 0; t < TABLES; t++) {
      String name = t == 0 ? "orders" : "ledger_" + (char) ('a' + t);
      sql.append("CREATE TABLE ")
          .append(name)
          .append(" (id INTEGER PRIMARY KEY, customer TEXT, status TEXT, total REAL, note TEXT);");
    }
    for (int i = 0; i < 1_000; i++) {
      sql.append("INSERT INTO orders VALUES (").append(i).append(", 'c', 'open', 19.5, 'n');");
    }
    return sql.append("COMMIT;").toString();
  }

  private static String smallInput() {
    return call("orders.update", 7, "n") + "\n";
  }

  private static String call(String tool, int id, String note) {
    return String.format(
        Locale.ROOT,
        "{\"tool\":\"%s\",\"params\":{\"id\":%d,\"status\":\"open\",\"total\":19.5,\"note\":\"%s\"}}",
        tool,
        id,
        note);
  }

  private static void measure(Path directory) throws Exception {
    byte[] input = smallInput().getBytes(StandardCharsets.UTF_8);
    try (RowSource source =
        SqliteSource.open(directory.resolve("bench.sqlite"), SessionLifetime.LONG)) {
      QuickVerifier verifier = new QuickVerifier(source);
      run(verifier, input, WARM_SECONDS, false);
      System.out.printf(
          Locale.ROOT, "in process, one thread, warm catalogue of %d tables%n", TABLES);
      print("verdict", run(verifier, input, MEASURED_SECONDS, false));
      run(verifier, input, WARM_SECONDS, true);
      print("verdict and full report as text", run(verifier, input, MEASURED_SECONDS, true));
    }
  }

  /** Verifications by second of the clock and by second of processor time. */
  private record Rate(double perSecond, double perCpuSecond) {}

  private static void print(String what, Rate rate) {
    System.out.printf(
        Locale.ROOT,
        "  %-32s %,10.0f /s %,10.0f /CPU-s%n",
        what,
        rate.perSecond(),
        rate.perCpuSecond());
  }

  private static Rate run(QuickVerifier verifier, byte[] input, int seconds, boolean report)
      throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpuStart = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    long end = start + seconds * 1_000_000_000L;
    int runs = 0;
    while (System.nanoTime() < end) {
      QuickResult result = verifier.verify(LogIngest.read(input, QuickLimits.COMMAND_NODES_MAX));
      expectPass(result);
      if (report && JsonText.stable(ReportJson.of(result)).isEmpty()) {
        throw new IllegalStateException("expected a report, found nothing");
      }
      runs++;
    }
    return new Rate(
        runs * 1e9 / (System.nanoTime() - start),
        runs * 1e9 / (threads.getCurrentThreadCpuTime() - cpuStart));
  }

  private static void expectPass(QuickResult result) {
    if (result.verdict() != RunVerdict.PASS) {
      throw new IllegalStateException("expected verdict pass, found " + result.verdict());
    }
  }
}
