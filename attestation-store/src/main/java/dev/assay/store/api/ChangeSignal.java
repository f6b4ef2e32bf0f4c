package dev.assay.store.api;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets event streams sleep until the store has changed. */
final class ChangeSignal {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private long version;

  void arrived() {
    lock.lock();
    try {
      version++;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  long version() {
    lock.lock();
    try {
      return version;
    } finally {
      lock.unlock();
    }
  }

  /** Returns when there are news after {@code known}, or when {@code millisMax} have passed. */
  void await(long known, long millisMax) throws InterruptedException {
    lock.lock();
    try {
      long nanos = TimeUnit.MILLISECONDS.toNanos(millisMax);
      while (version == known && nanos > 0) {
        nanos = arrived.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }
}
