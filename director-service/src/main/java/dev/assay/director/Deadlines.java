package dev.assay.director;

import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.ItemState;
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
 * The deadlines of open questions and the executions that wait for a model's suggestion, each in
 * the order of their times. The key of a question is its deadline and the work item, the value its
 * id; the key of an execution is {@link #WAITING}, its time and the work item, the value its key.
 */
final class Deadlines {

  private static final char SEPARATOR = ' ';

  /** Comes behind all times. */
  private static final String WAITING = "waiting ";

  /** Comes behind all times that follow {@link #WAITING}. */
  private static final String WAITING_END = "waiting~";

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
    ItemState.@Nullable Execution waited = before == null ? null : before.unplanned();
    ItemState.@Nullable Execution waits = after.unplanned();
    if (waited != null && !waited.equals(waits)) {
      store.delete(key(workItem, waited));
    }
    if (waits != null && !waits.equals(waited)) {
      store.put(key(workItem, waits), waits.event().eventKey().getBytes(StandardCharsets.UTF_8));
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
        String workItem = entry.key.substring(entry.key.lastIndexOf(SEPARATOR) + 1);
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

  /**
   * What has to be told of executions that have waited since {@code since} or before for a
   * suggestion, or of all that wait when that is null.
   *
   * @param state what is known of a work item
   */
  List<GovernanceFact> unsuggested(@Nullable Long since, Function<String, ItemState> state) {
    List<GovernanceFact> facts = new ArrayList<>();
    List<String> leftBehind = new ArrayList<>();
    String end = since == null ? WAITING_END : WAITING + Times.text(since);
    try (KeyValueIterator<String, byte[]> waiting = store.range(WAITING, end)) {
      while (waiting.hasNext() && facts.size() < DirectorLimits.EXPIRED_AT_ONCE_MAX) {
        KeyValue<String, byte[]> entry = waiting.next();
        String workItem = entry.key.substring(entry.key.lastIndexOf(SEPARATOR) + 1);
        String eventKey = new String(entry.value, StandardCharsets.UTF_8);
        ItemState.@Nullable Execution waits = state.apply(workItem).unplanned();
        if (waits != null && waits.event().eventKey().equals(eventKey)) {
          facts.add(GovernanceFact.unsuggested(workItem, eventKey));
        } else {
          leftBehind.add(entry.key);
        }
      }
    }
    leftBehind.forEach(store::delete);
    return facts;
  }

  private static String key(String workItem, ItemState.Execution waiting) {
    return WAITING + waiting.time() + SEPARATOR + workItem;
  }

  private static String key(String workItem, Question question) {
    return question.approval().deadline() + SEPARATOR + workItem;
  }
}
