package dev.assay.cli.audit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;

/**
 * Compares the order of the log with that of the topic: a store takes each partition in order, so
 * what a manifest lists later is logged later. What was on the topic before counts where it stood
 * first. For one thread.
 */
final class TopicOrder {

  /**
   * Entries that no manifest has listed yet, by position; of a log without manifests the newest.
   */
  private final SequencedMap<Half, Long> unlisted = new LinkedHashMap<>();

  private final Map<String, Long> newest = new HashMap<>();

  /** The next entry of the log. */
  void logged(Half id, long index) {
    unlisted.putIfAbsent(id, index);
    if (unlisted.size() > AuditLimits.ORDERED_MAX) {
      var _ = unlisted.pollFirstEntry();
    }
  }

  /**
   * The next one that the manifests of {@code partition} list.
   *
   * @return its position, when one that they list before it is logged behind it
   */
  OptionalLong misplaced(String partition, Half id) {
    Long index = unlisted.remove(id);
    if (index == null) {
      return OptionalLong.empty();
    }
    long before = newest.merge(partition, index, Math::max);
    return before > index ? OptionalLong.of(index) : OptionalLong.empty();
  }
}
