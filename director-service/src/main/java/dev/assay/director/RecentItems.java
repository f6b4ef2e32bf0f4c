package dev.assay.director;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The work items that a task changed last, as its store has them: most come again within a second,
 * with their reports. The bound is on their stored bytes. For one thread.
 */
final class RecentItems {

  private final LinkedHashMap<String, ItemFold.Known> items = new LinkedHashMap<>();
  private long bytes;

  ItemFold.@Nullable Known get(String workItem) {
    return items.get(workItem);
  }

  void put(String workItem, ItemFold.Known known) {
    ItemFold.Known before = items.putLast(workItem, known);
    bytes += known.stored().length - (before == null ? 0 : before.stored().length);
    while (bytes > DirectorLimits.RECENT_BYTES_MAX) {
      Map.Entry<String, ItemFold.Known> eldest = items.pollFirstEntry();
      bytes -= eldest.getValue().stored().length;
    }
  }

  void clear() {
    items.clear();
    bytes = 0;
  }
}
