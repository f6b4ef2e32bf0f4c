package dev.assay.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A path with variables, matched on the raw path so that an escaped slash belongs to its segment.
 */
final class PathPattern {

  private final List<String> segments;
  private final int rest;

  PathPattern(String template) {
    this.segments = split(template);
    int position = -1;
    for (int i = 0; i < segments.size(); i++) {
      if (segments.get(i).endsWith("...}")) {
        position = i;
      }
    }
    this.rest = position;
  }

  /** Whether it has no variables, so that equality decides. */
  boolean literal() {
    return segments.stream().noneMatch(segment -> segment.startsWith("{"));
  }

  /** Literal segments; of two patterns that match, the one with more of them is meant. */
  long weight() {
    return segments.stream().filter(segment -> !segment.startsWith("{")).count();
  }

  /** The values of the variables, or null when {@code path} does not match. */
  @Nullable Map<String, String> match(List<String> path) {
    int extra = path.size() - segments.size();
    if (rest < 0 ? extra != 0 : extra < 0) {
      return null;
    }
    Map<String, String> variables = HashMap.newHashMap(2);
    int at = 0;
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      int taken = i == rest ? 1 + extra : 1;
      if (segment.startsWith("{")) {
        String raw = taken == 1 ? path.get(at) : String.join("/", path.subList(at, at + taken));
        String value = Percent.decode(raw).orElse("");
        if (value.isEmpty()) {
          return null;
        }
        variables.put(name(segment), value);
      } else if (!segment.equals(path.get(at))) {
        return null;
      }
      at += taken;
    }
    return variables;
  }

  private static String name(String segment) {
    String inner = segment.substring(1, segment.length() - 1);
    return inner.endsWith("...") ? inner.substring(0, inner.length() - 3) : inner;
  }

  /** The segments of a path that begins with a slash. */
  static List<String> split(String path) {
    List<String> segments = new ArrayList<>(6);
    int start = 1;
    for (int slash = path.indexOf('/', 1); slash >= 0; slash = path.indexOf('/', start)) {
      segments.add(path.substring(start, slash));
      start = slash + 1;
    }
    segments.add(path.substring(Math.min(start, path.length())));
    return segments;
  }
}
