package dev.assay.testreport;

import dev.assay.core.nocopy.NoCopyGate;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Judges damaged reports. Whatever their bytes: the verifier ends in time with a finding within the
 * bounds of the contract, which copies nothing, points into the report and is the same when the
 * bytes come again in other pieces; and a report into which a whole failing suite was put never
 * passes.
 */
public final class ReportFuzz {

  /** Processor time for one damaged report, which is some kilobytes long. */
  private static final Duration TIME_MAX = Duration.ofSeconds(2);

  /** Broken promises that are shown before a run gives up. */
  private static final int SHOWN_MAX = 10;

  /** Reports between two lines about the progress. */
  private static final int PROGRESS = 20_000;

  private ReportFuzz() {}

  /**
   * The result of a damaged report.
   *
   * @throws AssertionError when a promise is broken
   */
  static Result judged(ReportDamage.Damaged report, long seed) {
    long start = cpuNanos();
    Finding finding = Runs.judge(report.bytes(), report.exitCode(), Runs.PLAIN);
    Duration took = Duration.ofNanos(cpuNanos() - start);

    require(took.compareTo(TIME_MAX) < 0, "expected an end within " + TIME_MAX + ", took " + took);
    NoCopyGate gate = NoCopyGate.of(Runs.asReport(finding));
    gate.accept(report.bytes(), 0, report.bytes().length);
    gate.finish().ifPresent(copied -> require(false, copied.detail()));
    Finding again = inPieces(report, seed);
    require(again.equals(finding), "expected the same finding again, found " + again);
    require(
        !report.failing() || finding.result() != Result.PASS,
        "expected no PASS of a report with a failing suite in it, found " + finding.summary());
    return finding.result();
  }

  private static Finding inPieces(ReportDamage.Damaged report, long seed) {
    MemoryScope scope = new MemoryScope(() -> pieces(report.bytes(), seed));
    String digest = Digests.sha256Hex(report.bytes());
    return Runs.run(
        Runs.artifact(digest, report.bytes().length, report.exitCode()), scope, Runs.PLAIN);
  }

  /** Bytes that come a few at a time. */
  private static InputStream pieces(byte[] bytes, long seed) {
    Random random = new Random(seed);
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        return super.read(target, offset, Math.min(length, 1 + random.nextInt(64)));
      }
    };
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void require(boolean holds, String detail) {
    if (!holds) {
      throw new AssertionError(detail);
    }
  }

  /** Arguments: first seed, number of reports. Ends with exit code 1 when a promise was broken. */
  public static void main(String[] args) {
    long first = Long.parseLong(args[0]);
    int reports = Integer.parseInt(args[1]);
    Map<String, Map<Result, Integer>> results = new TreeMap<>();
    int broken = 0;
    for (int i = 0; i < reports && broken < SHOWN_MAX; i++) {
      long seed = first + i;
      ReportDamage.Damaged report = ReportDamage.of(seed);
      try {
        results
            .computeIfAbsent(report.name(), _ -> new EnumMap<>(Result.class))
            .merge(judged(report, seed), 1, Integer::sum);
      } catch (RuntimeException | Error e) {
        broken++;
        show(seed, report, e);
      }
      if ((i + 1) % PROGRESS == 0) {
        System.err.println((i + 1) + " of " + reports + " reports, " + broken + " broken");
      }
    }
    System.out.printf(
        "%-46s %9s %9s %9s %13s%n", "damaged", "PASS", "FAIL", "FLAKY", "INCONCLUSIVE");
    results.forEach((name, counts) ->
        System.out.printf(
            "%-46s %9d %9d %9d %13d%n",
            name,
            counts.getOrDefault(Result.PASS, 0),
            counts.getOrDefault(Result.FAIL, 0),
            counts.getOrDefault(Result.FLAKY, 0),
            counts.getOrDefault(Result.INCONCLUSIVE, 0)));
    System.out.println("seeds " + first + " and on: " + broken + " broken promises");
    System.exit(broken == 0 ? 0 : 1);
  }

  private static void show(long seed, ReportDamage.Damaged report, Throwable broken) {
    System.out.println(
        "seed "
            + seed
            + " ("
            + report.name()
            + ", exit code "
            + report.exitCode()
            + "): "
            + broken);
    if (!(broken instanceof AssertionError)) {
      broken.printStackTrace(System.out);
    }
    System.out.println(new String(report.bytes(), StandardCharsets.UTF_8));
    System.out.println("in base64: " + Base64.getEncoder().encodeToString(report.bytes()));
  }
}
