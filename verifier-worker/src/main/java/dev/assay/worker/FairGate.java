package dev.assay.worker;

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

  private final class Turn {
    private final Condition come = lock.newCondition();
    private @Nullable Pass pass;
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
      lock.lock();
      try {
        if (!settled) {
          settled = true;
          unsettled--;
          if (kind == Kind.ALONE && !back) {
            closed = false;
          }
          letIn();
        }
      } finally {
        lock.unlock();
      }
    }

    /** The run ended or is given up; again is nothing. */
    void giveBack() {
      lock.lock();
      try {
        if (!back) {
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
          settle();
          back = true;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** A pass for a fast run, waited for; null when none was free in time. */
  @Nullable Pass fast(String sender, Duration wait) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!waiting.containsKey(sender) && mayBegin(sender)) {
        return begin(sender);
      }
      Turn turn = new Turn();
      waiting.computeIfAbsent(sender, _ -> new ArrayDeque<>()).add(turn);
      try {
        long left = wait.toNanos();
        while (turn.pass == null && left > 0) {
          left = turn.come.awaitNanos(left);
        }
        return turn.pass;
      } catch (InterruptedException e) {
        if (turn.pass != null) {
          turn.pass.giveBack();
        }
        throw e;
      } finally {
        leave(sender, turn);
      }
    } finally {
      lock.unlock();
    }
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
      boolean mine = false;
      try {
        long left = wait.toNanos();
        while (unsettled > 0 && left > 0) {
          left = quiet.awaitNanos(left);
        }
        mine = unsettled == 0;
        return mine ? new Pass(Kind.ALONE, "") : null;
      } finally {
        if (!mine) {
          closed = false;
          letIn();
        }
      }
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

  /** Lets in who waits, one of each sender after the other. */
  private void letIn() {
    if (unsettled == 0) {
      quiet.signalAll();
    }
    if (waiting.isEmpty() || closed) {
      return;
    }
    boolean some = true;
    while (some) {
      some = false;
      List<String> senders = new ArrayList<>(waiting.keySet());
      for (String sender : senders) {
        Deque<Turn> turns = waiting.get(sender);
        if (turns != null && mayBegin(sender)) {
          Turn turn = turns.poll();
          if (turns.isEmpty()) {
            waiting.remove(sender);
          } else {
            waiting.remove(sender);
            waiting.put(sender, turns); // the last in line next time
          }
          if (turn != null) {
            turn.pass = begin(sender);
            turn.come.signal();
            some = true;
          }
        }
      }
    }
  }

  private void leave(String sender, Turn turn) {
    Deque<Turn> turns = waiting.get(sender);
    if (turns != null && turns.remove(turn) && turns.isEmpty()) {
      waiting.remove(sender);
    }
  }

  private static void less(Map<String, Integer> counts, String sender) {
    counts.computeIfPresent(sender, (_, count) -> count == 1 ? null : count - 1);
  }
}
