package dev.assay.director;

import dev.assay.core.director.ItemState;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The work items that wait for reports, as the store has them: most come again within a second.
 * What is decided is let go at once, since kept objects cost the garbage collector more than a
 * second look into the store. The bound is on their stored bytes. For one thread.
 */
final class RecentItems {

  private final LinkedHashMap<String, ItemFold.Known> items = new LinkedHashMap<>();
  private long bytes;

  ItemFold.@Nullable Known get(String workItem) {
    return items.get(workItem);
  }

  /** What {@code workItem} is now. */
  void put(String workItem, ItemFold.Known known) {
    ItemFold.Known before = items.remove(workItem);
    bytes -= before == null ? 0 : before.stored().length;
    ItemState state = known.state();
    if (state == null || !state.undecided()) {
      return;
    }
    items.put(workItem, known);
    bytes += known.stored().length;
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
