package dev.assay.starlark;

import dev.assay.starlark.StarlarkError.Resource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What one evaluation may still spend. Every cost is charged before it arises; when a resource is
 * used up the charge throws {@link StarlarkError.Exhausted}. One budget serves one thread.
 */
public final class Budget {
  private static final int POLL_EVERY_STEPS = 256;

  /** Stack units of one level of printing, comparing or hashing nested values. */
  private static final int LEVEL_UNITS = 2;

  /** Stack units of one level of a walk that a host writes. */
  private static final int NESTED_UNITS = 4;

  private final StarlarkLimits limits;
  private final LongSupplier nanoClock;
  private final long deadlineNanos;
  private long stepsLeft;
  private long bytesLeft;
  private int fuse;
  private int depth;

  private Budget(StarlarkLimits limits, LongSupplier nanoClock) {
    this.limits = limits;
    this.nanoClock = nanoClock;
    long timeNanos =
        limits.time().compareTo(java.time.Duration.ofDays(365)) > 0
            ? Long.MAX_VALUE / 2
            : limits.time().toNanos();
    this.deadlineNanos = nanoClock.getAsLong() + timeNanos;
    this.stepsLeft = limits.stepsMax();
    this.bytesLeft = limits.bytesMax();
    refuel();
  }

  /**
   * A fresh budget whose wall-clock time starts now.
   *
   * @param nanoClock a monotonic clock such as {@code System::nanoTime}
   */
  public static Budget start(StarlarkLimits limits, LongSupplier nanoClock) {
    return new Budget(limits, nanoClock);
  }

  /** For values a host builds and reads itself: only depth is bounded. */
  static Budget hostSide() {
    return new Budget(
        new StarlarkLimits(
            Long.MAX_VALUE / 4,
            Long.MAX_VALUE / 4,
            StarlarkLimits.DEPTH_CEILING,
            1 << 30,
            java.time.Duration.ofDays(10_000),
            1 << 20,
            200),
        System::nanoTime);
  }

  /** The limits this budget started with. */
  public StarlarkLimits limits() {
    return limits;
  }

  /** Steps used so far. */
  public long stepsUsed() {
    return limits.stepsMax() - stepsLeft - fuse;
  }

  /** Bytes charged so far. */
  public long bytesUsed() {
    return limits.bytesMax() - bytesLeft;
  }

  /** Nanoseconds until the deadline, at least 0; a host function must not take longer. */
  public long nanosLeft() {
    return Math.max(0, deadlineNanos - nanoClock.getAsLong());
  }

  /** Charges one step. */
  public void step() {
    if (--fuse < 0) {
      fuse++;
      poll();
      if (stepsLeft <= 0) {
        throw exhausted(Resource.STEPS, "more than " + limits.stepsMax() + " steps");
      }
      refuel();
      fuse--;
    }
  }

  /** Charges many steps at once, before the work is done. */
  public void steps(long count) {
    if (count <= 0) {
      return;
    }
    if (count <= fuse) {
      fuse -= (int) count;
      return;
    }
    poll();
    long left = stepsLeft + fuse;
    if (count > left) {
      stepsLeft = 0;
      fuse = 0;
      throw exhausted(Resource.STEPS, "more than " + limits.stepsMax() + " steps");
    }
    stepsLeft = left - count;
    fuse = 0;
    refuel();
  }

  private void refuel() {
    fuse = (int) Math.min(POLL_EVERY_STEPS, stepsLeft);
    stepsLeft -= fuse;
  }

  /** Throws when the deadline has passed or the thread is interrupted. */
  public void poll() {
    if (Thread.currentThread().isInterrupted()) {
      throw new StarlarkError.Interrupted("interrupted");
    }
    if (nanoClock.getAsLong() - deadlineNanos >= 0) {
      throw exhausted(Resource.TIME, "ran longer than " + limits.time().toMillis() + " ms");
    }
  }

  /** Charges memory, before it is allocated. */
  public void allocate(long bytes) {
    if (bytes > bytesLeft) {
      throw exhausted(
          Resource.MEMORY, "more than " + limits.bytesMax() + " bytes over the whole evaluation");
    }
    bytesLeft -= bytes;
  }

  /** Charges {@code count} pieces of {@code bytesEach}, whatever their product. */
  public void allocate(long count, long bytesEach) {
    allocate(count > Long.MAX_VALUE / bytesEach ? Long.MAX_VALUE : count * bytesEach);
  }

  /** Charges a string of so many UTF-16 units, and the work of writing it. */
  public void text(long chars) {
    allocate(chars + 16, 2);
    steps(chars >> 6);
  }

  /** Charges a sequence of so many elements, and the work of filling it. */
  public void elements(long count) {
    allocate(count + 1, 32);
    steps(count >> 2);
  }

  /** Goes one level down a walk over nested values; {@link #leaveLevel} undoes it. */
  void enterLevel() {
    enter(LEVEL_UNITS);
  }

  void leaveLevel() {
    leave(LEVEL_UNITS);
  }

  /** Goes so many stack units down; the caller must {@link #leave} on its way back. */
  void enter(int units) {
    depth += units;
    if (depth > limits.depthMax()) {
      depth -= units;
      throw exhausted(
          Resource.DEPTH,
          "more than " + limits.depthMax() + " stack units of nested calls and values");
    }
  }

  void leave(int units) {
    depth -= units;
  }

  /** Runs one level of a host-side walk over nested values. */
  public <T> T nested(Supplier<T> work) {
    enter(NESTED_UNITS);
    try {
      return work.get();
    } finally {
      leave(NESTED_UNITS);
    }
  }

  /** Runs one level of a host-side walk over nested values. */
  public void nested(Runnable work) {
    enter(NESTED_UNITS);
    try {
      work.run();
    } finally {
      leave(NESTED_UNITS);
    }
  }

  /** Checks the width of an integer before it is made. */
  void intBits(long bits) {
    if (bits > limits.intBitsMax()) {
      throw exhausted(Resource.INTEGER, "an integer wider than " + limits.intBitsMax() + " bits");
    }
    allocate((bits >> 3) + 32);
  }

  private static StarlarkError exhausted(Resource resource, String what) {
    return new StarlarkError.Exhausted(
        resource, resource.budgetName() + " budget exceeded: " + what);
  }
}
