package dev.assay.director;

import dev.assay.core.director.ItemHead;
import dev.assay.core.director.ItemKey;
import dev.assay.core.director.ItemKey.Kind;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.ItemValue;
import dev.assay.schemas.RejectedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The states of work items in a store of Kafka Streams. The head of a work item stands under the
 * work item's id, where the whole state once stood; every other value under that id, a blank, the
 * first letter of its kind and its name.
 *
 * <p>Values of work items that wait for reports are kept decoded: most come again within a second.
 * What is decided is let go at once, since kept objects cost the garbage collector more than a
 * second look into the store. For one thread.
 */
final class ItemStore {

  private static final char SEPARATOR = ' ';

  private final KeyValueStore<String, byte[]> store;
  private final LinkedHashMap<String, Recent> recent = new LinkedHashMap<>();
  private long recentBytes;

  ItemStore(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /** Values that were written or read lately. */
  private static final class Recent {

    private final Map<ItemKey, ItemValue> values = new HashMap<>();
    private long bytes;
  }

  /**
   * What is stored of {@code workItem}; each value is decoded at most once.
   *
   * @throws dev.assay.schemas.RejectedException with UNDECODABLE_RECORD from a read of a value that
   *     is none
   */
  ItemReader item(String workItem) {
    Recent known = recent.get(workItem);
    Map<ItemKey, ItemValue> values = new HashMap<>(known == null ? Map.of() : known.values);
    return key -> {
      ItemValue value = values.get(key);
      if (value == null) {
        byte[] stored = store.get(name(workItem, key));
        value = stored == null ? null : key.decode(stored);
        if (value != null) {
          values.put(key, value);
        }
      }
      return value;
    };
  }

  /** Encodes what {@code next} changes; running the result stores it, in its order. */
  Runnable prepared(String workItem, ItemState next) {
    Map<ItemKey, @Nullable ItemValue> changes = next.changes();
    List<KeyValue<String, Optional<byte[]>>> writes = new ArrayList<>();
    changes.forEach((key, value) ->
        writes.add(
            KeyValue.pair(name(workItem, key), Optional.ofNullable(value).map(key::encode))));
    return () -> {
      writes.forEach(write -> store.put(write.key, write.value.orElse(null)));
      remember(workItem, next.head(), changes, writes);
    };
  }

  /**
   * Work items that wait for reports, among some of those in the store.
   *
   * @param early those with reports that wait for their executions
   * @param next the entry to go on with, or null when none is left
   */
  record Waiting(List<String> workItems, List<String> early, @Nullable String next) {}

  /**
   * Looks at {@code entries} entries, beginning with {@code from} or with the first. What cannot be
   * read waits for nothing: each input about it is refused.
   */
  Waiting waiting(@Nullable String from, int entries) {
    List<String> workItems = new ArrayList<>();
    List<String> early = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> all = store.range(from, null)) {
      for (int seen = 0; all.hasNext(); seen++) {
        KeyValue<String, byte[]> entry = all.next();
        if (seen == entries) {
          return new Waiting(workItems, early, entry.key);
        }
        if (entry.key.indexOf(SEPARATOR) < 0) {
          ItemHead head = head(entry.value);
          if (head != null && head.undecided() && head.planned()) {
            workItems.add(entry.key);
          }
          if (head != null && !head.early().isEmpty()) {
            early.add(entry.key);
          }
        }
      }
    }
    return new Waiting(workItems, early, null);
  }

  /** The head with these bytes, or null when they are none. */
  private static @Nullable ItemHead head(byte[] stored) {
    try {
      return ItemState.of(key -> key.equals(ItemKey.HEAD) ? key.decode(stored) : null).head();
    } catch (RejectedException _) {
      return null;
    }
  }

  private void remember(
      String workItem,
      ItemHead head,
      Map<ItemKey, @Nullable ItemValue> changes,
      List<KeyValue<String, Optional<byte[]>>> writes) {
    if (writes.isEmpty()) {
      return;
    }
    Recent known = recent.remove(workItem);
    recentBytes -= known == null ? 0 : known.bytes;
    if (!head.undecided()) {
      return;
    }
    Recent now = new Recent();
    if (known != null) {
      now.values.putAll(known.values);
      now.bytes = known.bytes;
    }
    changes.forEach((key, value) -> {
      if (value == null || key.kind() == Kind.REPORT || key.kind() == Kind.DECISION) {
        now.values.remove(key);
      } else {
        now.values.put(key, value);
      }
    });
    for (KeyValue<String, Optional<byte[]>> write : writes) {
      now.bytes += write.value.map(bytes -> bytes.length).orElse(0);
    }
    recent.put(workItem, now);
    recentBytes += now.bytes;
    while (recentBytes > DirectorLimits.RECENT_BYTES_MAX) {
      recentBytes -= recent.pollFirstEntry().getValue().bytes;
    }
  }

  private static String name(String workItem, ItemKey key) {
    return key.kind() == Kind.HEAD
        ? workItem
        : workItem + SEPARATOR + Character.toLowerCase(key.kind().name().charAt(0)) + key.name();
  }
}
