package dev.assay.cli.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The differences found so far: all are counted, the first ones kept. */
final class Differences {

  private final TreeSet<Difference> first =
      new TreeSet<>(Difference.FIRST.thenComparing(Difference::toString));
  private long count;

  void add(Difference difference) {
    count++;
    first.add(difference);
    if (first.size() > ReplayLimits.DIFFERENCES_MAX) {
      first.pollLast();
    }
  }

  long count() {
    return count;
  }

  /** The first ones, in order. */
  List<Difference> first() {
    return new ArrayList<>(first);
  }
}
