package dev.assay.cli.replay;

import dev.assay.core.director.ItemKey;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.ItemValue;
import dev.assay.schemas.Digests;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of a work item after some of its inputs, as changes to the state before: a search keeps
 * many of them.
 */
record ReplayedItem(@Nullable ReplayedItem before, Map<ItemKey, @Nullable ItemValue> changes)
    implements ItemReader {

  static ReplayedItem nothing() {
    return new ReplayedItem(null, Map.of());
  }

  /** The state that a step from this one leaves. */
  ReplayedItem after(ItemState next) {
    return next.changes().isEmpty() ? this : new ReplayedItem(this, next.changes());
  }

  @Override
  public @Nullable ItemValue read(ItemKey key) {
    for (ReplayedItem at = this; at != null; at = at.before) {
      if (at.changes.containsKey(key)) {
        return at.changes.get(key);
      }
    }
    return null;
  }

  /** The same for equal states. */
  String digest() {
    Map<String, String> digests = new TreeMap<>();
    Set<ItemKey> seen = new HashSet<>();
    for (ReplayedItem at = this; at != null; at = at.before) {
      at.changes.forEach((key, value) -> {
        if (seen.add(key) && value != null) {
          digests.put(key.toString(), Digests.sha256Hex(key.encode(value)));
        }
      });
    }
    return Digests.sha256Hex(digests.toString());
  }
}
