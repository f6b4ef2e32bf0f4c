package dev.assay.starlark;

import dev.assay.starlark.syntax.SyntaxLimits;
import java.time.Duration;

/**
 * Every bound on compiling and evaluating one script.
 *
 * @param stepsMax units of work: one per statement, operator, call and loop turn, and one per
 *     element or per few characters of work done inside a built-in
 * @param bytesMax bytes allocated over the whole evaluation; memory is never given back, so the
 *     result does not depend on the garbage collector
 * @param depthMax stack units: a call costs three more than the height of the function's tallest
 *     expression or block, a call of a built-in three, a walk over nested values two or four per
 *     level
 * @param intBitsMax widest integer in bits
 * @param time wall-clock time from the start of the {@link Budget}
 * @param sourceCharsMax longest source in UTF-16 units
 * @param nestingMax greatest height of a syntax tree
 */
public record StarlarkLimits(
    long stepsMax,
    long bytesMax,
    int depthMax,
    int intBitsMax,
    Duration time,
    int sourceCharsMax,
    int nestingMax) {
  /** The deepest {@link #depthMax} that holds on the stack of a default virtual thread. */
  public static final int DEPTH_CEILING = 1_000;

  private static final StarlarkLimits STANDARD =
      new StarlarkLimits(
          1_000_000, 64L << 20, 1_000, 65_536, Duration.ofSeconds(2), 256 << 10, 100);

  /** Rejects bounds that could not be kept. */
  public StarlarkLimits {
    if (stepsMax < 1 || bytesMax < 1 || intBitsMax < 64 || time.isNegative()) {
      throw new IllegalArgumentException(
          "expected positive steps, bytes and time and at least 64 integer bits");
    }
    if (depthMax < 1 || depthMax > DEPTH_CEILING) {
      throw new IllegalArgumentException(
          "expected 1 <= depthMax <= " + DEPTH_CEILING + ", found " + depthMax);
    }
    var _ = new SyntaxLimits(sourceCharsMax, nestingMax, intBitsMax);
  }

  /** 1,000,000 steps, 64 MiB, depth 1,000, 65,536-bit integers, 2 s, 256 KiB source. */
  public static StarlarkLimits standard() {
    return STANDARD;
  }

  /** These limits with another number of steps. */
  public StarlarkLimits withSteps(long steps) {
    return new StarlarkLimits(
        steps, bytesMax, depthMax, intBitsMax, time, sourceCharsMax, nestingMax);
  }

  /** These limits with another number of bytes. */
  public StarlarkLimits withBytes(long bytes) {
    return new StarlarkLimits(
        stepsMax, bytes, depthMax, intBitsMax, time, sourceCharsMax, nestingMax);
  }

  /** These limits with another wall-clock time. */
  public StarlarkLimits withTime(Duration duration) {
    return new StarlarkLimits(
        stepsMax, bytesMax, depthMax, intBitsMax, duration, sourceCharsMax, nestingMax);
  }

  SyntaxLimits syntax() {
    return new SyntaxLimits(sourceCharsMax, nestingMax, intBitsMax);
  }
}
