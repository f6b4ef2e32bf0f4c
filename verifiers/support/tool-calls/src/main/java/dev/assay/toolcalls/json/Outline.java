package dev.assay.toolcalls.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An object whose records are not built: they may be most of a large input, and are read one by one
 * where they lie.
 */
public final class Outline {

  private final JsonObject head;
  private final List<Outline> inner;
  private final int[] bounds;

  private Outline(JsonObject head, List<Outline> inner, int[] bounds) {
    this.head = head;
    this.inner = inner;
    this.bounds = bounds;
  }

  /** The input and how its records are read. */
  public interface Source {

    /** The outermost object. */
    Outline root();

    /**
     * Reads the record at {@code [from, to)}, as an outline has it.
     *
     * @throws IOException when the bytes there are no record, or one of too many values
     */
    JsonObject record(int from, int to) throws IOException;

    /** Values and names of the record that was read last. */
    int recordNodes();
  }

  /** A builder of an object without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** The members that lead to no record. */
  public JsonObject head() {
    return head;
  }

  /** The objects on the way to records. */
  public List<Outline> inner() {
    return inner;
  }

  /** Records of the object itself. */
  public int records() {
    return bounds.length / 2;
  }

  /** Where the record {@code index} begins. */
  public int from(int index) {
    return bounds[2 * index];
  }

  /** Where the record {@code index} ends, exclusive. */
  public int to(int index) {
    return bounds[2 * index + 1];
  }

  /** Collects an outline. */
  public static final class Builder {
    private final JsonObject.Builder head = JsonObject.builder();
    private List<Outline> inner = List.of();
    private int[] bounds = {};
    private int size;

    private Builder() {}

    /** The members that lead to no record. */
    public JsonObject.Builder head() {
      return head;
    }

    /** Appends an object on the way to records. */
    public void add(Outline object) {
      if (inner.isEmpty()) {
        inner = new ArrayList<>();
      }
      inner.add(object);
    }

    /** Appends the record at {@code [from, to)}. */
    public void add(int from, int to) {
      if (size == bounds.length) {
        bounds = Arrays.copyOf(bounds, Math.max(8, size * 2));
      }
      bounds[size++] = from;
      bounds[size++] = to;
    }

    /** Forgets objects and records. */
    void clear() {
      inner = List.of();
      size = 0;
    }

    /** The outline of everything added. */
    public Outline build() {
      return new Outline(head.build(), inner, Arrays.copyOf(bounds, size));
    }
  }
}
