package dev.assay.starlark;

import dev.assay.starlark.StarlarkIterable.StarlarkSequence;

/**
 * What {@code range} gives: integers made when asked for.
 *
 * @param start the first element
 * @param stop the bound the elements do not reach
 * @param step the difference between neighbours, not 0
 * @param length the number of elements
 */
public record StarlarkRange(long start, long stop, long step, int length)
    implements StarlarkSequence {
  static StarlarkRange of(long start, long stop, long step) {
    long count;
    if (step > 0) {
      count = start >= stop ? 0 : (stop - 1 - start) / step + 1;
    } else {
      count = start <= stop ? 0 : (start - 1 - stop) / -step + 1;
    }
    if (count > Integer.MAX_VALUE - 8) {
      throw StarlarkError.script("range: too many elements: expected fewer than 2147483640");
    }
    return new StarlarkRange(start, stop, step, (int) count);
  }

  @Override
  public StarlarkInt at(int index) {
    return StarlarkInt.of(start + index * step);
  }

  boolean contains(StarlarkInt value) {
    if (!value.fitsLong()) {
      return false;
    }
    long wanted = value.unchecked();
    if (length == 0 || wanted < Math.min(start, at(length - 1).unchecked())) {
      return false;
    }
    if (wanted > Math.max(start, at(length - 1).unchecked())) {
      return false;
    }
    long offset = wanted - start;
    return offset % step == 0 && offset / step >= 0 && offset / step < length;
  }

  boolean sameElements(StarlarkRange other) {
    if (length != other.length) {
      return false;
    }
    return length == 0 || (start == other.start && (length == 1 || step == other.step));
  }

  @Override
  public String type() {
    return "range";
  }

  @Override
  public String toString() {
    if (step != 1) {
      return "range(" + start + ", " + stop + ", " + step + ")";
    }
    return start == 0 ? "range(" + stop + ")" : "range(" + start + ", " + stop + ")";
  }
}
