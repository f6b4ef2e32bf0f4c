package dev.assay.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The health checks, however many ask: each runs at most once at a time and its answer is told
 * again for a second. One that hangs is reported by name, and nobody waits for it twice.
 */
final class Readiness {

  /**
   * What a check found.
   *
   * @param fault what is wrong; null when nothing is
   */
  record Finding(HealthCheck check, @Nullable String fault) {}

  /** One run of a check. */
  private record Run(long startNanos, CompletableFuture<Outcome> outcome, Thread thread) {}

  /** How a run ended. */
  private record Outcome(long endNanos, @Nullable String fault) {}

  private final List<Watched> checks;

  Readiness(List<HealthCheck> checks) {
    this.checks = checks.stream().map(Watched::new).toList();
  }

  /** What all checks found, in their order; takes at most {@link HttpLimits#CHECK_MILLIS_MAX}. */
  List<Finding> findings() throws InterruptedException {
    List<Run> runs = checks.stream().map(Watched::current).toList();
    List<Finding> findings = new ArrayList<>(runs.size());
    for (int i = 0; i < runs.size(); i++) {
      findings.add(new Finding(checks.get(i).check, fault(runs.get(i))));
    }
    return findings;
  }

  private static @Nullable String fault(Run run) throws InterruptedException {
    long left =
        run.startNanos()
            + TimeUnit.MILLISECONDS.toNanos(HttpLimits.CHECK_MILLIS_MAX)
            - System.nanoTime();
    try {
      return run.outcome().get(Math.max(0, left), TimeUnit.NANOSECONDS).fault();
    } catch (TimeoutException _) {
      run.thread().interrupt();
      return "no answer within " + HttpLimits.CHECK_MILLIS_MAX + " ms";
    } catch (ExecutionException e) {
      throw new IllegalStateException("a check's outcome never fails", e);
    }
  }

  /** A check and its last run. */
  private static final class Watched {

    private final HealthCheck check;
    private @Nullable Run last;

    Watched(HealthCheck check) {
      this.check = check;
    }

    /** The run that is under way or fresh, or a new one. */
    synchronized Run current() {
      Run run = last;
      if (run == null || stale(run)) {
        run = begin();
        last = run;
      }
      return run;
    }

    private static boolean stale(Run run) {
      Outcome outcome = run.outcome().getNow(null);
      return outcome != null
          && System.nanoTime() - outcome.endNanos()
              > TimeUnit.MILLISECONDS.toNanos(HttpLimits.CHECK_AGE_MILLIS_MAX);
    }

    private Run begin() {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      long start = System.nanoTime();
      Thread thread =
          Thread.ofVirtual()
              .name("check-" + check.name())
              .unstarted(() -> {
                @Nullable String fault = "the check broke off";
                try {
                  fault = look();
                } finally {
                  outcome.complete(new Outcome(System.nanoTime(), fault));
                }
              });
      thread.start();
      return new Run(start, outcome, thread);
    }

    private @Nullable String look() {
      try {
        check.probe().run();
        return null;
      } catch (Exception e) {
        return String.valueOf(e.getMessage() == null ? e : e.getMessage());
      }
    }
  }
}
