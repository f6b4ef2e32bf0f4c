package dev.assay.toolcalls.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object: members in the order they were written, of which the last one of a name counts.
 * Members live in two plain arrays, because most objects of a log are read once and thrown away.
 */
public final class JsonObject implements Json {

  private static final JsonObject EMPTY = new JsonObject(new String[0], new Json[0], null);

  private final String[] names;
  private final Json[] values;
  private final @Nullable String quote;

  private JsonObject(String[] names, Json[] values, @Nullable String quote) {
    this.names = names;
    this.values = values;
    this.quote = quote;
  }

  /** One member. */
  public record Member(String name, Json value) {}

  private record Slot(String name, int index) {

    /** By name, the last one of a name first. */
    static int ascending(Slot left, Slot right) {
      int byName = left.name.compareTo(right.name);
      return byName != 0 ? byName : Integer.compare(right.index, left.index);
    }
  }

  /** A builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** The object without members. */
  public static JsonObject empty() {
    return EMPTY;
  }

  /** The value of {@code name}, or null when there is no such member. */
  public @Nullable Json get(String name) {
    for (int i = names.length - 1; i >= 0; i--) {
      if (names[i].equals(name)) {
        return values[i];
      }
    }
    return null;
  }

  /** Whether no member is present. */
  public boolean isEmpty() {
    return names.length == 0;
  }

  /** Whether a name was written more than once. */
  public boolean repeats() {
    return sorted().size() < names.length;
  }

  /** All members by name in UTF-16 order, each name once. */
  public List<Member> sorted() {
    Slot[] slots = new Slot[names.length];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = new Slot(names[i], i);
    }
    Arrays.sort(slots, Slot::ascending);
    return distinct(slots);
  }

  /** The first {@code count} members of {@link #sorted()}, without sorting the others. */
  public List<Member> sorted(int count) {
    if (names.length <= count) {
      return sorted();
    }
    PriorityQueue<String> smallest = new PriorityQueue<>(count + 1, Comparator.reverseOrder());
    Set<String> kept = new HashSet<>();
    for (String name : names) {
      boolean candidate = smallest.size() < count || name.compareTo(smallest.element()) < 0;
      if (candidate && kept.add(name)) {
        smallest.add(name);
        if (smallest.size() > count) {
          kept.remove(smallest.remove());
        }
      }
    }
    List<Slot> slots = new ArrayList<>(kept.size());
    for (int i = 0; i < names.length; i++) {
      if (kept.contains(names[i])) {
        slots.add(new Slot(names[i], i));
      }
    }
    slots.sort(Slot::ascending);
    return distinct(slots.toArray(Slot[]::new));
  }

  /** This object with the text of one line that it was parsed from. */
  JsonObject quoting(String text) {
    return new JsonObject(names, values, text);
  }

  /** The text of one line that the object was parsed from, or null when that was not kept. */
  @Nullable String quote() {
    return quote;
  }

  /** Members in written order, duplicates included. */
  List<Member> written() {
    List<Member> members = new ArrayList<>(names.length);
    for (int i = 0; i < names.length; i++) {
      members.add(new Member(names[i], values[i]));
    }
    return members;
  }

  /** This object without the members whose name is {@code dropped}. */
  public JsonObject without(Predicate<String> dropped) {
    Builder kept = builder();
    for (int i = 0; i < names.length; i++) {
      if (!dropped.test(names[i])) {
        kept.put(names[i], values[i]);
      }
    }
    return kept.build();
  }

  /** This object with {@code value} as its only member of {@code name}, the last one. */
  public JsonObject with(String name, Json value) {
    Builder kept = builder();
    for (int i = 0; i < names.length; i++) {
      if (!names[i].equals(name)) {
        kept.put(names[i], values[i]);
      }
    }
    return kept.put(name, value).build();
  }

  private List<Member> distinct(Slot[] slots) {
    List<Member> members = new ArrayList<>(slots.length);
    String previous = null;
    for (Slot slot : slots) {
      if (!slot.name().equals(previous)) {
        members.add(new Member(slot.name(), values[slot.index()]));
        previous = slot.name();
      }
    }
    return members;
  }

  /** Collects members. */
  public static final class Builder {
    private String[] names = new String[2];
    private Json[] values = new Json[2];
    private int size;

    private Builder() {}

    /** Appends a member; a later one of the same name wins. */
    public Builder put(String name, Json value) {
      if (size == names.length) {
        names = Arrays.copyOf(names, size * 2);
        values = Arrays.copyOf(values, size * 2);
      }
      names[size] = name;
      values[size++] = value;
      return this;
    }

    /** Appends a string member. */
    public Builder put(String name, String value) {
      return put(name, Json.text(value));
    }

    /** Appends an integer member. */
    public Builder put(String name, long value) {
      return put(name, Json.number(value));
    }

    /** Appends a boolean member. */
    public Builder put(String name, boolean value) {
      return put(name, Json.bool(value));
    }

    /** The object of everything put. */
    public JsonObject build() {
      if (size == 0) {
        return EMPTY;
      }
      return size == names.length
          ? new JsonObject(names, values, null) // what is put later goes to other arrays
          : new JsonObject(Arrays.copyOf(names, size), Arrays.copyOf(values, size), null);
    }
  }
}
