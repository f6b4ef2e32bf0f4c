package dev.assay.core.sim;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.sim.InputLog.Entry;
import dev.assay.core.sim.Scenario.Fault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The director of one partition: takes records of three topics at least once, keeps its state over
 * crashes and loses output that it had not sent.
 */
final class DirectorTask {

  private static final int FLUSH_EVERY = 3;
  private static final int COMMIT_EVERY = 5;
  private static final int CRASH_EVERY = 12;

  private final DirectorStep director;
  private final List<List<Entry>> topics;
  private final int[] position;
  private final int[] committed;
  private final Map<String, Item> states = new LinkedHashMap<>();
  private final List<Emission> unsent = new ArrayList<>();
  private final Map<Long, Entry> taken = new LinkedHashMap<>();
  private final Invariants invariants = new Invariants();

  DirectorTask(DirectorStep director, List<List<Entry>> topics) {
    this.director = director;
    this.topics = topics;
    this.position = new int[topics.size()];
    this.committed = new int[topics.size()];
  }

  /** Where the outcome of a step goes. */
  interface Network {

    /** A step was made, before any of its output is sent. */
    void stepped(Input input, Item.Step outcome);

    void send(Emission emission);

    void note(String event);
  }

  /** Takes one record, if there is one; the next in order unless topics are reordered. */
  boolean step(Scenario scenario, boolean healed, SplittableRandom random, Network network) {
    int topic = topic(scenario.has(Fault.REORDERED_TOPICS) && !healed, random);
    if (topic < 0) {
      boolean late = !unsent.isEmpty();
      flush(unsent.size(), network);
      return late;
    }
    Entry entry = topics.get(topic).get(position[topic]++);
    boolean crash = !healed && random.nextInt(CRASH_EVERY) == 0;
    if (crash && scenario.has(Fault.CRASH_BEFORE_STATE) && random.nextBoolean()) {
      network.note("crash before state: " + entry.input());
      String torn = entry.input().workItem();
      Item known = states.getOrDefault(torn, Item.nothing());
      states.put(torn, known.torn(entry.input().outcome(director, known)));
      crash(random, network);
      return true;
    }
    network.note(entry.input().time() + " " + entry.input().workItem() + " " + entry.input());
    String workItem = entry.input().workItem();
    Item before = states.getOrDefault(workItem, Item.nothing());
    Item.Step outcome = entry.input().step(director, before);
    invariants.check(before, outcome);
    states.put(workItem, outcome.next());
    boolean changed = !outcome.next().equals(before);
    if (changed) {
      taken.remove(entry.order()); // a report that was refused while its execution had not come
    }
    taken.putIfAbsent(entry.order(), entry);
    network.stepped(entry.input(), outcome);
    unsent.addAll(outcome.emissions());
    if (crash && scenario.has(Fault.CRASH_AFTER_STATE)) {
      network.note("crash after state");
      crash(random, network);
    } else if (healed || random.nextInt(FLUSH_EVERY) == 0) {
      flush(unsent.size(), network);
    }
    if (unsent.isEmpty() && (healed || random.nextInt(COMMIT_EVERY) == 0)) {
      System.arraycopy(position, 0, committed, 0, position.length);
    }
    return true;
  }

  Item state(String workItem) {
    return states.getOrDefault(workItem, Item.nothing());
  }

  Map<String, Item> states() {
    return states;
  }

  /** The records whose state was kept, each once, in the order in which they changed it last. */
  Collection<Entry> taken() {
    return taken.values();
  }

  private int topic(boolean reordered, SplittableRandom random) {
    List<Integer> ready = new ArrayList<>();
    for (int i = 0; i < topics.size(); i++) {
      if (position[i] < topics.get(i).size()) {
        ready.add(i);
      }
    }
    if (ready.isEmpty()) {
      return -1;
    }
    if (reordered) {
      return ready.get(random.nextInt(ready.size()));
    }
    int first = ready.getFirst();
    for (int i : ready) {
      first = head(i).order() < head(first).order() ? i : first;
    }
    return first;
  }

  private Entry head(int topic) {
    return topics.get(topic).get(position[topic]);
  }

  /** Some of what was not sent still goes out; the state comes back as it was stored. */
  private void crash(SplittableRandom random, Network network) {
    flush(random.nextInt(unsent.size() + 1), network);
    unsent.clear();
    System.arraycopy(committed, 0, position, 0, position.length);
    for (Map.Entry<String, Item> kept : states.entrySet()) {
      Item stored = kept.getValue().stored();
      Invariants.that(stored.equals(kept.getValue()), "a state survives its encoding");
      kept.setValue(stored);
    }
  }

  private void flush(int count, Network network) {
    List<Emission> out = List.copyOf(unsent.subList(0, count));
    unsent.subList(0, count).clear();
    out.forEach(network::send);
  }
}
