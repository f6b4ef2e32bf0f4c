package dev.assay.ingest;

import dev.assay.schemas.Bounded;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ExecutionEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers recent events by source and id, with a digest of their data, to tell a repeat from a
 * conflict. What falls out of it is handled as new; the director finds repeats of any age. Only
 * {@code data} counts as content: a client that sends an event again may stamp another time or
 * trace on it.
 */
final class EventIndex {

  /** What is known about an event that arrives. */
  enum Known {
    NEW,
    REPEAT,
    CONFLICT
  }

  /** The first 128 bits of a SHA-256. */
  private record Fingerprint(long high, long low) {

    static Fingerprint of(byte[] bytes) {
      ByteBuffer digest = ByteBuffer.wrap(Digests.sha256().digest(bytes));
      return new Fingerprint(digest.getLong(), digest.getLong());
    }
  }

  /** An event's identity and content, computed once. */
  record Entry(Object key, Object content) {

    static Entry of(ExecutionEvent event) {
      return new Entry(key(event), content(event));
    }

    private static Object key(ExecutionEvent event) {
      String identity = event.source() + "\n" + event.id();
      return Fingerprint.of(identity.getBytes(StandardCharsets.UTF_8));
    }

    private static Object content(ExecutionEvent event) {
      return Fingerprint.of(Json.canonical(event.data()));
    }
  }

  private final Map<Object, Object> contents;

  EventIndex(int entriesMax) {
    this.contents = Bounded.map(entriesMax, true);
  }

  /** Remembers {@code event}, which is on the topic, unless it is known already. */
  void remember(ExecutionEvent event) {
    Object key = Entry.key(event);
    synchronized (this) {
      if (contents.containsKey(key)) {
        return;
      }
    }
    var _ = admit(new Entry(key, Entry.content(event)));
  }

  /** Remembers {@code entry} unless its event is known already. */
  synchronized Known admit(Entry entry) {
    @Nullable Object known = contents.putIfAbsent(entry.key(), entry.content());
    if (known == null) {
      return Known.NEW;
    }
    return known.equals(entry.content()) ? Known.REPEAT : Known.CONFLICT;
  }

  /** Forgets an entry that was NEW and then never got on the topic. */
  synchronized void forget(Entry entry) {
    contents.remove(entry.key(), entry.content());
  }
}
