package dev.assay.cli.replay;

import dev.assay.core.director.ItemKey;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.ItemValue;
import dev.assay.schemas.Digests;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of a work item after some of its inputs, as changes to the state before: a search keeps
 * many of them.
 */
record ReplayedItem(@Nullable ReplayedItem before, Map<ItemKey, ItemValue> changes)
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
      ItemValue value = at.changes.get(key);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** The same for equal states. */
  String digest() {
    Map<String, String> digests = new TreeMap<>();
    for (ReplayedItem at = this; at != null; at = at.before) {
      at.changes.forEach((key, value) ->
          digests.computeIfAbsent(key.toString(), _ -> Digests.sha256Hex(key.encode(value))));
    }
    return Digests.sha256Hex(digests.toString());
  }
}
