package dev.assay.core.sim;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One simulated world; everything in it follows from these numbers.
 *
 * @param faults what goes wrong until the network heals
 * @param agents agents at the start, each with a work item
 * @param attempts attempts of each agent
 * @param ticks things that happen before the network heals
 */
record Scenario(long seed, Set<Fault> faults, int agents, int attempts, int ticks) {

  /** What can go wrong. */
  enum Fault {
    DUPLICATES,
    REORDERED_TOPICS,
    CRASH_BEFORE_STATE,
    CRASH_AFTER_STATE,
    WORKER_CRASHES,
    SLOW_VERIFIERS,
    LYING_VERIFIERS,
    FLAKY_VERIFIERS,
    FOREIGN_REPORTS,
    COLLIDING_IDS,
    FLOODS,
    HINTS,
    PEOPLE,
    MODEL,
    IMPATIENCE
  }

  private static final int AGENTS_MAX = 3;
  private static final int ATTEMPTS_MAX = 6;
  private static final int TICKS = 20;

  Scenario {
    faults = Set.copyOf(faults);
  }

  /** The world of that seed: a third of the faults missing, a few agents. */
  static Scenario of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    EnumSet<Fault> faults = EnumSet.noneOf(Fault.class);
    for (Fault fault : Fault.values()) {
      if (random.nextInt(3) > 0) {
        faults.add(fault);
      }
    }
    return new Scenario(
        seed,
        faults,
        1 + random.nextInt(AGENTS_MAX),
        1 + random.nextInt(ATTEMPTS_MAX),
        TICKS + random.nextInt(TICKS));
  }

  boolean has(Fault fault) {
    return faults.contains(fault);
  }

  Scenario without(Fault fault) {
    EnumSet<Fault> fewer = EnumSet.noneOf(Fault.class);
    fewer.addAll(faults);
    fewer.remove(fault);
    return new Scenario(seed, fewer, agents, attempts, ticks);
  }

  Scenario smaller(int fewerAgents, int fewerAttempts, int fewerTicks) {
    return new Scenario(seed, faults, fewerAgents, fewerAttempts, fewerTicks);
  }
}
