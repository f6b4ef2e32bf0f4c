package dev.assay.store.outgoing;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ids of the decisions that an endpoint took, since the process began; those that were not met
 * for longest are forgotten first. A decision is emitted again when its event comes again. For one
 * thread.
 */
final class Told {

  private final Map<String, Boolean> ids;

  /** None, of at most {@code max}. */
  Told(int max) {
    this.ids =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > max;
          }
        };
  }

  /** Whether {@code id} was taken. */
  boolean has(String id) {
    return ids.get(id) != null;
  }

  void add(String id) {
    ids.put(id, true);
  }
}
