package dev.assay.core.sim;

import java.util.ArrayList;
import java.util.List;

/** A topic in memory: partitions by work item, offsets, and the order in which records came. */
final class InputLog {

  /**
   * A record.
   *
   * @param order its place among the records of all topics
   */
  record Entry(Input input, long order) {}

  private final List<List<Entry>> partitions = new ArrayList<>();

  InputLog(int count) {
    for (int i = 0; i < count; i++) {
      partitions.add(new ArrayList<>());
    }
  }

  static int partition(String workItem, int count) {
    return Math.floorMod(workItem.hashCode(), count);
  }

  void append(Input input, long order) {
    partitions.get(partition(input.workItem(), partitions.size())).add(new Entry(input, order));
  }

  List<Entry> partition(int number) {
    return partitions.get(number);
  }
}
