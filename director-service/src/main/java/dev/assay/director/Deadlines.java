package dev.assay.director;

import dev.assay.core.director.ItemState;
import dev.assay.core.director.Standing.Question;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.GovernanceFact;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of open questions, in the order of their times. The key is the deadline and the
 * work item, the value the question's id.
 */
final class Deadlines {

  private static final char SEPARATOR = ' ';

  /** Before every time; after what began with a sign, as years beyond 9999 once did. */
  private static final String FIRST = "0";

  private final KeyValueStore<String, byte[]> store;

  Deadlines(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /** A work item changed: forgets the question it had and remembers the one it has. */
  void follow(String workItem, @Nullable ItemState before, ItemState after) {
    Question old = before == null ? null : before.standing().question();
    Question now = after.standing().question();
    if (old != null && !old.equals(now)) {
      store.delete(key(workItem, old));
    }
    if (now != null) {
      store.put(key(workItem, now), now.approval().id().getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * What has to be told of deadlines before {@code now}; told again until it has its effect. An
   * entry that a crash left behind after its question was closed is forgotten.
   *
   * @param open the open question of a work item, or null
   */
  List<GovernanceFact> passed(long now, Function<String, @Nullable Question> open) {
    List<GovernanceFact> facts = new ArrayList<>();
    List<String> leftBehind = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> due = store.range(FIRST, Times.text(now))) {
      while (due.hasNext() && facts.size() < DirectorLimits.EXPIRED_AT_ONCE_MAX) {
        KeyValue<String, byte[]> entry = due.next();
        String workItem = entry.key.substring(entry.key.indexOf(SEPARATOR) + 1);
        String id = new String(entry.value, StandardCharsets.UTF_8);
        Question question = open.apply(workItem);
        if (question != null && question.approval().id().equals(id)) {
          facts.add(GovernanceFact.expired(workItem, id));
        } else {
          leftBehind.add(entry.key);
        }
      }
    }
    leftBehind.forEach(store::delete);
    return facts;
  }

  private static String key(String workItem, Question question) {
    return question.approval().deadline() + SEPARATOR + workItem;
  }
}
