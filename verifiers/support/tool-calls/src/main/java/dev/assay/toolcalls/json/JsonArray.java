package dev.assay.toolcalls.json;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** A JSON array. */
public final class JsonArray implements Json, Iterable<Json> {

  private static final JsonArray EMPTY = new JsonArray(new Json[0]);

  private final Json[] elements;

  private JsonArray(Json[] elements) {
    this.elements = elements;
  }

  /** The array of {@code elements}. */
  public static JsonArray of(Json... elements) {
    return elements.length == 0 ? EMPTY : new JsonArray(elements.clone());
  }

  /** A builder without elements. */
  public static Builder builder() {
    return new Builder();
  }

  /** Number of elements. */
  public int size() {
    return elements.length;
  }

  /** The element at {@code index}. */
  public Json at(int index) {
    return elements[index];
  }

  @Override
  public Iterator<Json> iterator() {
    return List.of(elements).iterator();
  }

  /** Collects elements. */
  public static final class Builder {
    private Json[] elements = new Json[4];
    private int size;

    private Builder() {}

    /** Appends {@code element}. */
    public Builder add(Json element) {
      if (size == elements.length) {
        elements = Arrays.copyOf(elements, size + (size >> 1) + 1);
      }
      elements[size++] = element;
      return this;
    }

    /** The array of everything added. */
    public JsonArray build() {
      return size == 0 ? EMPTY : new JsonArray(Arrays.copyOf(elements, size));
    }
  }
}
