package dev.assay.testreport;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.Finding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures the verifier: small reports per second on one core, bytes per second on large ones. It
 * counts the thread's processor time, so that what else runs on the machine matters little.
 */
final class TestReportBenchmark {

  private static final int WARM_UP_MILLIS = 2_000;
  private static final int MEASURE_MILLIS = 2_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int LARGE_BYTES = 64 << 20;

  private static final class Row {
    private final String name;
    private final byte[] bytes;

    Row(String name, String text) {
      this.name = name;
      this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }
  }

  private TestReportBenchmark() {}

  static void main() throws IOException, InterruptedException {
    PrintStream out = System.out;
    out.printf(
        Locale.ROOT,
        "machine: %s, %d processors, Java %s, one thread%n",
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version());
    out.println("command: ./dev bench testreport");
    out.println();
    out.println("| report | bytes | result | reports/s of processor time | MB/s |");
    out.println("|---|---|---|---|---|");
    for (Row row : rows()) {
      measure(row, WARM_UP_MILLIS);
      double perSecond = measure(row, MEASURE_MILLIS);
      out.printf(
          Locale.ROOT,
          "| %s | %d | %s | %.1f | %.0f |%n",
          row.name,
          row.bytes.length,
          run(row).result(),
          perSecond,
          perSecond * row.bytes.length / 1e6);
    }
  }

  private static double measure(Row row, int millis) throws IOException, InterruptedException {
    long start = THREADS.getCurrentThreadCpuTime();
    long count = 0;
    long spent = 0;
    while (spent < millis * 1_000_000L) {
      run(row);
      count++;
      spent = THREADS.getCurrentThreadCpuTime() - start;
    }
    return count * 1e9 / spent;
  }

  private static Finding run(Row row) throws IOException, InterruptedException {
    ArtifactRef artifact = Runs.artifact(Digests.sha256Hex(row.bytes), row.bytes.length, null);
    MemoryScope scope = new MemoryScope(() -> new ByteArrayInputStream(row.bytes));
    return new TestReportVerifier().verify(Runs.request(artifact, Runs.PLAIN), scope);
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("JUnit XML, 10 tests pass", junit(10, 0)));
    rows.add(new Row("JUnit XML, 10 tests, 1 fails", junit(10, 10)));
    rows.add(new Row("TAP", Documents.TAP));
    rows.add(new Row("go test -json", Documents.GO_JSON));
    rows.add(new Row("SARIF", Documents.SARIF));
    rows.add(new Row("pytest log", Documents.PYTEST));
    rows.add(new Row("JUnit XML, large", junit(LARGE_BYTES / 90, 1_000)));
    rows.add(new Row("go test -json, large", go(LARGE_BYTES / 260)));
    rows.add(new Row("Maven log, large", log(LARGE_BYTES / 80)));
    return rows;
  }

  private static String junit(int tests, int failEvery) {
    StringBuilder out = new StringBuilder("<testsuite name='s' tests='" + tests + "'>\n");
    for (int i = 1; i <= tests; i++) {
      out.append("<testcase classname='dev.shop.cart.CartTest' name='case").append(i);
      boolean fails = failEvery > 0 && i % failEvery == 0;
      out.append(fails ? "' time='0.001'><failure type='a.B' message='no'>a.B: no\n" : "");
      out.append(
          fails
              ? "\tat dev.shop.Cart.sum(Cart.java:3)\n</failure></testcase>\n"
              : "' time='0.001'/>\n");
    }
    return out.append("</testsuite>\n").toString();
  }

  private static String go(int tests) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < tests; i++) {
      String test = "{\"Package\":\"shop.example/a\",\"Test\":\"TestCase" + i + "\",\"Action\":";
      out.append(test).append("\"run\"}\n");
      out.append(test).append("\"output\",\"Output\":\"=== RUN\\n\"}\n");
      out.append(test).append("\"pass\",\"Elapsed\":0}\n");
    }
    return out.append("{\"Action\":\"pass\",\"Package\":\"shop.example/a\"}\n").toString();
  }

  private static String log(int lines) {
    String line =
        "[INFO] a line of the log that says nothing about any test, only about progress\n";
    return line.repeat(lines) + Documents.MAVEN;
  }
}
