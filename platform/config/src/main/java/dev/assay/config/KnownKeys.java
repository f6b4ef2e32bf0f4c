package dev.assay.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of a configuration as its records have them, for who wrote another one. */
final class KnownKeys {

  private final Class<?> root;

  KnownKeys(Class<?> root) {
    this.root = root;
  }

  /** The key that was probably meant by {@code unknown}, which ends the path to it. */
  Optional<String> nearest(List<String> path) {
    String unknown = path.getLast();
    List<String> parents = path.subList(0, path.size() - 1);
    List<String> all = new ArrayList<>();
    collect("", root, all);
    String here = parents.isEmpty() ? "" : String.join(".", parents) + ".";
    List<String> siblings = keys(parents);
    return siblings.stream()
        .filter(key -> distance(key, unknown) <= Math.max(1, unknown.length() / 3))
        .min(Comparator.comparingInt(key -> distance(key, unknown)))
        .map(key -> here + key)
        .or(() -> all.stream().filter(key -> key.endsWith("." + unknown)).findFirst());
  }

  private List<String> keys(List<String> path) {
    Type at = root;
    for (String step : path) {
      at = member(at, step);
    }
    return at instanceof Class<?> type && type.isRecord()
        ? Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList()
        : List.of();
  }

  private static Type member(Type type, String step) {
    if (type instanceof ParameterizedType container) {
      return container.getActualTypeArguments()[container.getRawType() == Map.class ? 1 : 0];
    }
    return type instanceof Class<?> record && record.isRecord()
        ? Arrays.stream(record.getRecordComponents())
            .filter(each -> each.getName().equals(step))
            .findFirst()
            .map(RecordComponent::getGenericType)
            .orElse(Object.class)
        : Object.class;
  }

  private static void collect(String prefix, Class<?> type, List<String> all) {
    for (RecordComponent each : type.getRecordComponents()) {
      all.add(prefix + each.getName());
      if (each.getType().isRecord()) {
        collect(prefix + each.getName() + ".", each.getType(), all);
      }
    }
  }

  /** Characters to insert, remove or replace so that one becomes the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= one.length(); i++) {
      int corner = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int same = corner + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        corner = row[j];
        row[j] = Math.min(same, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
