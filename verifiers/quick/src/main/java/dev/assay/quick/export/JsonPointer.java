package dev.assay.quick.export;

import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import org.jspecify.annotations.Nullable;

/** Follows JSON pointers (RFC 6901) through a value tree. */
public final class JsonPointer {

  private static final int INDEX_DIGITS_MAX = 9;

  private JsonPointer() {}

  /** The value that {@code pointer} names in {@code root}, or null when there is none. */
  public static @Nullable Json find(Json root, String pointer) {
    if (pointer.isEmpty()) {
      return root;
    }
    if (pointer.charAt(0) != '/') {
      return null;
    }
    Json value = root;
    int from = 1;
    while (value != null && from <= pointer.length()) {
      int slash = pointer.indexOf('/', from);
      int end = slash < 0 ? pointer.length() : slash;
      value = step(value, pointer.substring(from, end).replace("~1", "/").replace("~0", "~"));
      from = end + 1;
    }
    return value;
  }

  private static @Nullable Json step(Json value, String token) {
    return switch (value) {
      case JsonObject object -> object.get(token);
      case JsonArray array -> {
        int index = index(token);
        yield 0 <= index && index < array.size() ? array.at(index) : null;
      }
      case Scalar _ -> null;
    };
  }

  /** The array index that {@code token} is in canonical decimal, or -1. */
  private static int index(String token) {
    boolean canonical =
        !token.isEmpty()
            && token.length() <= INDEX_DIGITS_MAX
            && token.chars().allMatch(c -> '0' <= c && c <= '9')
            && (token.length() == 1 || token.charAt(0) != '0');
    return canonical ? Integer.parseInt(token) : -1;
  }
}
