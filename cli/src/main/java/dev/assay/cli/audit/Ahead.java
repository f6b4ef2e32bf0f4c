package dev.assay.cli.audit;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls to a source that are made some at once, and whose answers are taken one by one. */
final class Ahead {

  /** A call about {@code T}. */
  @FunctionalInterface
  interface Call<T, R> {
    R of(T asked) throws IOException;
  }

  /** What is done with the answer about {@code T}. */
  @FunctionalInterface
  interface Taker<T, R> {
    void take(T asked, R answer) throws IOException;
  }

  private record Asked<T, R>(T about, Future<R> answer) {}

  private Ahead() {}

  /**
   * Makes {@code call} for each of {@code all}, on threads of its own, and gives {@code taker} the
   * answers in their order, on this one. What a call throws is thrown in its turn.
   */
  static <T, R> void each(Iterable<T> all, Call<T, R> call, Taker<T, R> taker) throws IOException {
    ExecutorService callers = Executors.newFixedThreadPool(AuditLimits.CALLS_AT_ONCE);
    try {
      Queue<Asked<T, R>> asked = new ArrayDeque<>();
      for (Iterator<T> left = all.iterator(); left.hasNext() || !asked.isEmpty(); ) {
        if (left.hasNext() && asked.size() < AuditLimits.CALLS_AHEAD) {
          T next = left.next();
          asked.add(new Asked<>(next, callers.submit(() -> call.of(next))));
        } else {
          Asked<T, R> oldest = asked.remove();
          taker.take(oldest.about(), EntryReader.result(oldest.answer()));
        }
      }
    } finally {
      callers.shutdownNow();
    }
  }
}
