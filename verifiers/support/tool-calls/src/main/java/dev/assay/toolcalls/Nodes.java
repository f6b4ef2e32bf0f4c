package dev.assay.toolcalls;

import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks into JSON trees of strangers: whatever has another type is as good as absent. */
final class Nodes {

  private static final long NANOS = 1_000_000_000;

  private Nodes() {}

  /** The text under {@code name}, else the empty one. */
  static String text(JsonObject object, String name) {
    return Json.textOf(object.get(name));
  }

  /** The first text that is not empty. */
  static String text(JsonObject object, String name, String otherName) {
    String text = text(object, name);
    return text.isEmpty() ? text(object, otherName) : text;
  }

  /** The string, number or boolean under {@code name} as text, else the empty one. */
  static String plain(JsonObject object, String name) {
    return object.get(name) instanceof Scalar scalar && !(scalar instanceof Scalar.Null)
        ? scalar.plainText()
        : "";
  }

  static JsonObject object(JsonObject object, String name) {
    return Json.objectOf(object.get(name));
  }

  /** The value under the first name that is there. */
  static @Nullable Json first(JsonObject object, String name, String otherName) {
    Json value = object.get(name);
    return value == null ? object.get(otherName) : value;
  }

  /** The value under the first of {@code names} that is there. */
  static @Nullable Json first(JsonObject object, List<String> names) {
    for (String name : names) {
      if (object.get(name) != null) {
        return object.get(name);
      }
    }
    return null;
  }

  static boolean isTrue(JsonObject object, String name) {
    return object.get(name) == Scalar.Bool.TRUE;
  }

  /** Whether there is a value under {@code name} that is not null. */
  static boolean has(JsonObject object, String name) {
    Json value = object.get(name);
    return value != null && value != Scalar.Null.NULL;
  }

  /** Gives each object of the array under {@code name}, with its pointer. */
  static void each(
      JsonObject parent, String name, String pointer, BiConsumer<JsonObject, String> sink) {
    if (parent.get(name) instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.at(i) instanceof JsonObject object) {
          sink.accept(object, pointer + "/" + name + "/" + i);
        }
      }
    }
  }

  /** Whether some object of the array under {@code name} is {@code wanted}. */
  static boolean any(JsonObject parent, String name, Predicate<JsonObject> wanted) {
    List<JsonObject> objects = Json.objectsOf(parent.get(name));
    return objects.stream().anyMatch(wanted);
  }

  /** Values in {@code value}, itself included. */
  static int count(Json value) {
    int count = 1;
    if (value instanceof JsonObject object) {
      for (JsonObject.Member member : object.sorted()) {
        count += count(member.value());
      }
    } else if (value instanceof JsonArray array) {
      for (Json element : array) {
        count += count(element);
      }
    }
    return count;
  }

  /**
   * Whether every number in {@code value} is the one that was written, and no name has two values.
   */
  static boolean exact(Json value) {
    return switch (value) {
      case JsonObject object ->
          !object.repeats() && object.sorted().stream().allMatch(member -> exact(member.value()));
      case JsonArray array -> {
        for (Json element : array) {
          if (!exact(element)) {
            yield false;
          }
        }
        yield true;
      }
      case Scalar scalar -> scalar.exact();
    };
  }

  /** Nanoseconds since 1970 in ISO 8601; empty for zero and what is no such number. */
  static String nanos(String digits) {
    try {
      long nanos = Long.parseLong(digits);
      return nanos <= 0 ? "" : Instant.ofEpochSecond(nanos / NANOS, nanos % NANOS).toString();
    } catch (NumberFormatException | DateTimeException e) {
      return "";
    }
  }
}
