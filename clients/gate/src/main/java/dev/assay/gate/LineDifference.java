package dev.assay.gate;

import java.util.ArrayList;
import java.util.List;

/**
 * What changes between two texts, line by line: what goes after a minus, what comes after a plus.
 */
final class LineDifference {

  private static final int CONTEXT = 2;

  private LineDifference() {}

  /** The changed lines with some around them. */
  static List<String> of(String before, String after) {
    List<String> old = before.lines().toList();
    List<String> now = after.lines().toList();
    int head = 0;
    while (head < Math.min(old.size(), now.size()) && old.get(head).equals(now.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < Math.min(old.size(), now.size()) - head
        && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
      tail++;
    }
    List<String> out = new ArrayList<>();
    old.subList(Math.max(0, head - CONTEXT), head).forEach(line -> out.add("  " + line));
    old.subList(head, old.size() - tail).forEach(line -> out.add("- " + line));
    now.subList(head, now.size() - tail).forEach(line -> out.add("+ " + line));
    old.subList(old.size() - tail, Math.min(old.size(), old.size() - tail + CONTEXT))
        .forEach(line -> out.add("  " + line));
    return out;
  }
}
