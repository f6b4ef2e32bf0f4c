package dev.assay.core.sim;

import dev.assay.core.sim.Scenario.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs seeds, and makes the trace of a failing one as short as it can. */
public final class Simulation {

  private static final long SEEDS_DEFAULT = 2_000;
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_USAGE = 2;

  private Simulation() {}

  /**
   * A world in which something does not hold.
   *
   * @param trace what happened, in order
   */
  record Failure(Scenario scenario, String claim, List<String> trace) {

    String text() {
      return "seed "
          + scenario.seed()
          + " broke: "
          + claim
          + "\nreproduce: ./dev sim --seed "
          + scenario.seed()
          + "\nsmallest world: "
          + scenario
          + "\n  "
          + String.join("\n  ", trace);
    }
  }

  /** The failure of {@code seed} with its shortest trace, or null when everything holds. */
  static @Nullable Failure run(long seed) {
    Failure failure = tried(Scenario.of(seed));
    return failure == null ? null : shortest(failure);
  }

  private static @Nullable Failure tried(Scenario scenario) {
    Simulator simulator = new Simulator(scenario);
    try {
      simulator.run();
      return null;
    } catch (AssertionError | RuntimeException e) {
      String claim = e instanceof AssertionError ? String.valueOf(e.getMessage()) : e.toString();
      return new Failure(scenario, claim, List.copyOf(simulator.trace()));
    }
  }

  /** Leaves out faults, agents, attempts and time as long as something still breaks. */
  private static Failure shortest(Failure first) {
    Failure best = first;
    for (boolean better = true; better; ) {
      better = false;
      Scenario now = best.scenario();
      for (Fault fault : now.faults()) {
        Failure smaller = tried(best.scenario().without(fault));
        if (smaller != null) {
          best = smaller;
          better = true;
        }
      }
      for (Scenario candidate :
          List.of(
              now.smaller(Math.max(1, now.agents() - 1), now.attempts(), now.ticks()),
              now.smaller(now.agents(), Math.max(1, now.attempts() - 1), now.ticks()),
              now.smaller(now.agents(), now.attempts(), now.ticks() * 3 / 4))) {
        Failure smaller = candidate.equals(now) ? null : tried(candidate);
        if (smaller != null && smaller.trace().size() < best.trace().size()) {
          best = smaller;
          better = true;
        }
      }
    }
    return best;
  }

  /** Arguments: {@code --seed N} for one seed with its trace, {@code --seeds COUNT} for many. */
  public static void main(String[] args) {
    Long seed = null;
    long count = SEEDS_DEFAULT;
    for (int i = 0; i < args.length; i += 2) {
      Long number = i + 1 < args.length ? number(args[i + 1]) : null;
      if (number == null || !args[i].equals("--seed") && !args[i].equals("--seeds")) {
        System.err.println("usage: ./dev sim [--seed N] [--seeds COUNT]");
        System.exit(EXIT_USAGE);
      } else if (args[i].equals("--seed")) {
        seed = number;
        count = 1;
      } else {
        count = number;
      }
    }
    System.exit(runAll(seed == null ? 0 : seed, count));
  }

  private static int runAll(long first, long count) {
    long start = System.nanoTime();
    for (long seed = first; seed < first + count; seed++) {
      Failure failure = run(seed);
      if (failure != null) {
        System.out.println(failure.text());
        return EXIT_FAILED;
      }
    }
    System.out.printf(
        java.util.Locale.ROOT,
        "%d seeds from %d hold, %.1f s%n",
        count,
        first,
        (System.nanoTime() - start) / 1e9);
    return 0;
  }

  private static @Nullable Long number(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException _) {
      return null;
    }
  }
}
