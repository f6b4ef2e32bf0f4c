package dev.assay.director;

import dev.assay.core.director.Family.Awaited;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.ItemState.Unplanned;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.GovernanceFact;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of open questions and of children that are awaited, the executions that wait for a
 * model's suggestion, and the work items with reports that wait for their executions, each in the
 * order of their times. The key of a question or of children is the deadline and the work item, the
 * value the id; the key of an execution is {@link #WAITING}, its time and the work item, the value
 * its key; that of reports is {@link #EARLY}, the time of the oldest and the work item, the value
 * when that was told.
 */
final class Deadlines {

  private static final char SEPARATOR = ' ';

  /** Comes behind all times. */
  private static final String WAITING = "waiting ";

  /** Comes behind all times that follow {@link #WAITING}. */
  private static final String WAITING_END = "waiting~";

  /** Before every time; after what began with a sign, as years beyond 9999 once did. */
  private static final String FIRST = "0";

  /** Comes behind all times and before {@link #WAITING}. */
  private static final String EARLY = "early ";

  /** Comes behind all times that follow {@link #EARLY}. */
  private static final String EARLY_END = "early~";

  /** When what an entry waits for was told last: never. */
  private static final byte[] UNTOLD = new byte[0];

  private final KeyValueStore<String, byte[]> store;

  Deadlines(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /** A time until which a work item waits for the fact that {@code id} names. */
  private record Wait(String id, String deadline) {

    /** What {@code item} waits for: a person's answer or its children, never both. */
    static @Nullable Wait of(ItemState item) {
      Question question = item.governance().question();
      Awaited awaited = item.governance().family().awaited();
      if (question != null) {
        return new Wait(question.approval().id(), question.approval().deadline());
      }
      return awaited == null ? null : new Wait(awaited.id(), awaited.deadline());
    }
  }

  /** A work item changed: forgets what it waited for and remembers what it waits for now. */
  void follow(String workItem, ItemState before, ItemState after) {
    Wait old = Wait.of(before);
    Wait now = Wait.of(after);
    if (old != null && !old.equals(now)) {
      store.delete(key(workItem, old));
    }
    if (now != null) {
      store.put(key(workItem, now), now.id().getBytes(StandardCharsets.UTF_8));
    }
    Unplanned waited = before.unplanned();
    Unplanned waits = after.unplanned();
    if (waited != null && !waited.equals(waits)) {
      store.delete(key(workItem, waited));
    }
    if (waits != null && !waits.equals(waited)) {
      store.put(key(workItem, waits), waits.eventKey().getBytes(StandardCharsets.UTF_8));
    }
    String first = before.earlySince();
    if (first != null && !first.equals(after.earlySince())) {
      store.delete(early(workItem, first));
    }
    followEarly(workItem, after);
  }

  /** Remembers reports of {@code item} that wait for their executions, also those of long ago. */
  void followEarly(String workItem, ItemState item) {
    String first = item.earlySince();
    if (first != null) {
      store.putIfAbsent(early(workItem, first), UNTOLD);
    }
  }

  /**
   * What has to be told of deadlines before {@code now}; told again until it has its effect. An
   * entry that a crash left behind after its wait ended is forgotten.
   *
   * @param state what is known of a work item
   */
  List<GovernanceFact> passed(long now, Function<String, ItemState> state) {
    return due(
        FIRST,
        Times.text(now),
        (workItem, id) -> {
          Wait wait = Wait.of(state.apply(workItem));
          return wait != null && wait.id().equals(id) ? GovernanceFact.expired(workItem, id) : null;
        });
  }

  /**
   * What has to be told of executions that have waited since {@code since} or before for a
   * suggestion, or of all that wait when that is null.
   *
   * @param state what is known of a work item
   */
  List<GovernanceFact> unsuggested(@Nullable Long since, Function<String, ItemState> state) {
    return due(
        WAITING,
        since == null ? WAITING_END : WAITING + Times.text(since),
        (workItem, eventKey) -> {
          Unplanned waits = state.apply(workItem).unplanned();
          return waits != null && waits.eventKey().equals(eventKey)
              ? GovernanceFact.unsuggested(workItem, eventKey)
              : null;
        });
  }

  /**
   * What has to be told of reports that wait for their executions {@code wait} or longer, or whose
   * times, which their senders choose, are as far ahead; told again after as long again.
   *
   * @param state what is known of a work item
   */
  List<GovernanceFact> unclaimed(long now, Duration wait, Function<String, ItemState> state) {
    String since = Times.text(now - wait.toMillis());
    List<KeyValue<String, byte[]>> entries = new ArrayList<>();
    untold(EARLY, EARLY + since, since, entries);
    untold(EARLY + Times.text(now + wait.toMillis()), EARLY_END, since, entries);
    List<GovernanceFact> facts = new ArrayList<>();
    for (KeyValue<String, byte[]> entry : entries) {
      String workItem = entry.key.substring(entry.key.lastIndexOf(SEPARATOR) + 1);
      String first = state.apply(workItem).earlySince();
      if (first == null || !entry.key.equals(early(workItem, first))) {
        store.delete(entry.key);
      } else {
        store.put(entry.key, Times.text(now).getBytes(StandardCharsets.UTF_8));
        facts.add(GovernanceFact.unclaimed(workItem, first.compareTo(since) > 0 ? first : since));
      }
    }
    return facts;
  }

  /** Adds the entries between two keys that were not told after {@code since}. */
  private void untold(
      String from, String to, String since, List<KeyValue<String, byte[]>> entries) {
    try (KeyValueIterator<String, byte[]> due = store.range(from, to)) {
      while (due.hasNext() && entries.size() < DirectorLimits.UNCLAIMED_AT_ONCE_MAX) {
        KeyValue<String, byte[]> entry = due.next();
        if (new String(entry.value, StandardCharsets.UTF_8).compareTo(since) <= 0) {
          entries.add(entry);
        }
      }
    }
  }

  /** The facts of the entries between two keys; entries that give none are forgotten. */
  private List<GovernanceFact> due(
      String from, String to, BiFunction<String, String, @Nullable GovernanceFact> told) {
    List<GovernanceFact> facts = new ArrayList<>();
    List<String> leftBehind = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> due = store.range(from, to)) {
      while (due.hasNext() && facts.size() < DirectorLimits.EXPIRED_AT_ONCE_MAX) {
        KeyValue<String, byte[]> entry = due.next();
        String workItem = entry.key.substring(entry.key.lastIndexOf(SEPARATOR) + 1);
        GovernanceFact fact = told.apply(workItem, new String(entry.value, StandardCharsets.UTF_8));
        if (fact == null) {
          leftBehind.add(entry.key);
        } else {
          facts.add(fact);
        }
      }
    }
    leftBehind.forEach(store::delete);
    return facts;
  }

  private static String key(String workItem, Unplanned waiting) {
    return WAITING + waiting.time() + SEPARATOR + workItem;
  }

  private static String early(String workItem, String first) {
    return EARLY + first + SEPARATOR + workItem;
  }

  private static String key(String workItem, Wait wait) {
    return wait.deadline() + SEPARATOR + workItem;
  }
}
