package dev.assay.worker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets runs begin: a bounded number at once, of one sender never so many that nothing is left for
 * another, those who wait in turns, and a suspect with nothing beside it that is not settled.
 */
final class FairGate {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition quiet = lock.newCondition();
  private final int fastOfOne;
  private final int fastOfAll;
  private final int lanesOfOne;

  private final Map<String, Integer> fast = new HashMap<>();
  private final Map<String, Integer> lanes = new HashMap<>();
  private final Map<String, Deque<Turn>> waiting = new LinkedHashMap<>();
  private int fastRunning;
  private int unsettled;
  private boolean closed;

  /**
   * A gate to {@code lanes} lanes; a quarter of them, at least one, is kept from who has the rest.
   *
   * @param fastThreads that one sender may have at once; as many again are for others
   */
  FairGate(int fastThreads, int lanes) {
    this.fastOfOne = fastThreads;
    this.fastOfAll = 2 * fastThreads;
    this.lanesOfOne = Math.max(1, lanes - Math.max(1, lanes / 4));
  }

  private enum Kind {
    FAST,
    LANE,
    ALONE
  }

  /** A fast run that waits for its pass, or has it. */
  final class Turn {

    private final String sender;
    private final Consumer<Pass> begin;

    private Turn(String sender, Consumer<Pass> begin) {
      this.sender = sender;
      this.begin = begin;
    }

    /** Waits no longer; false when it waits no more, because it has its pass. */
    boolean withdraw() {
      lock.lock();
      try {
        Deque<Turn> turns = waiting.get(sender);
        if (turns == null || !turns.remove(this)) {
          return false;
        }
        if (turns.isEmpty()) {
          waiting.remove(sender);
        }
        return true;
      } finally {
        lock.unlock();
      }
    }
  }

  /** What lets one run begin, until it is given back. */
  final class Pass {

    private final Kind kind;
    private final String sender;
    private boolean settled;
    private boolean back;

    private Pass(Kind kind, String sender) {
      this.kind = kind;
      this.sender = sender;
      unsettled++;
    }

    /** The run lasted so long that others may begin beside it. */
    void settle() {
      change(this::settled);
    }

    private void settled() {
      if (!settled) {
        settled = true;
        unsettled--;
        if (kind == Kind.ALONE && !back) {
          closed = false;
        }
      }
    }

    /** The run ended or is given up; again is nothing. */
    void giveBack() {
      change(this::back);
    }

    private void back() {
      if (back) {
        return;
      }
      switch (kind) {
        case FAST -> {
          fastRunning--;
          less(fast, sender);
        }
        case LANE -> less(lanes, sender);
        case ALONE -> {
          // It has no share.
        }
      }
      settled();
      back = true;
    }
  }

  /**
   * Lets a fast run begin, now or in its turn.
   *
   * @param begin is given the pass by the calling thread, or by the one that made room; it must not
   *     wait
   */
  Turn fast(String sender, Consumer<Pass> begin) {
    Turn turn = new Turn(sender, begin);
    change(() -> waiting.computeIfAbsent(sender, _ -> new ArrayDeque<>()).add(turn));
    return turn;
  }

  /** Changes who may begin, and has those begin who may by now. */
  private void change(Runnable change) {
    List<Runnable> begun;
    lock.lock();
    try {
      change.run();
      begun = letIn();
    } finally {
      lock.unlock();
    }
    begun.forEach(Runnable::run);
  }

  /** A pass for a run in a lane; null when the sender has its share or a suspect is alone. */
  @Nullable Pass lane(String sender) {
    lock.lock();
    try {
      if (closed || lanes.getOrDefault(sender, 0) >= lanesOfOne) {
        return null;
      }
      lanes.merge(sender, 1, Integer::sum);
      return new Pass(Kind.LANE, sender);
    } finally {
      lock.unlock();
    }
  }

  /** A pass for a suspect; null when another has one or others did not end in time. */
  @Nullable Pass alone(Duration wait) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (closed) {
        return null;
      }
      closed = true;
    } finally {
      lock.unlock();
    }
    boolean mine = false;
    try {
      Pass pass = afterQuiet(wait);
      mine = pass != null;
      return pass;
    } finally {
      if (!mine) {
        change(() -> closed = false);
      }
    }
  }

  private @Nullable Pass afterQuiet(Duration wait) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = wait.toNanos();
      while (unsettled > 0 && left > 0) {
        left = quiet.awaitNanos(left);
      }
      return unsettled == 0 ? new Pass(Kind.ALONE, "") : null;
    } finally {
      lock.unlock();
    }
  }

  private boolean mayBegin(String sender) {
    return !closed && fastRunning < fastOfAll && fast.getOrDefault(sender, 0) < fastOfOne;
  }

  private Pass begin(String sender) {
    fastRunning++;
    fast.merge(sender, 1, Integer::sum);
    return new Pass(Kind.FAST, sender);
  }

  /** Passes for those who wait, one of each sender after the other. */
  private List<Runnable> letIn() {
    if (unsettled == 0) {
      quiet.signalAll();
    }
    if (waiting.isEmpty() || closed) {
      return List.of();
    }
    List<Runnable> begun = new ArrayList<>();
    boolean some = true;
    while (some) {
      some = false;
      for (String sender : List.copyOf(waiting.keySet())) {
        if (mayBegin(sender)) {
          begun.add(next(sender));
          some = true;
        }
      }
    }
    return begun;
  }

  /** Lets in the next of a sender, who is the last in line then. */
  private Runnable next(String sender) {
    Deque<Turn> turns = requireNonNull(waiting.remove(sender));
    Turn turn = turns.remove();
    if (!turns.isEmpty()) {
      waiting.put(sender, turns);
    }
    Pass pass = begin(sender);
    return () -> turn.begin.accept(pass);
  }

  private static void less(Map<String, Integer> counts, String sender) {
    counts.computeIfPresent(sender, (_, count) -> count == 1 ? null : count - 1);
  }
}
