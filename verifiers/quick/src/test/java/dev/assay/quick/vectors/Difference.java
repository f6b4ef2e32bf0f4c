package dev.assay.quick.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Lists where a projection departs from what a vector expects; numbers compare by value. */
final class Difference {

  private final List<String> found = new ArrayList<>();

  private Difference() {}

  static List<String> between(JsonNode expected, JsonNode actual) {
    Difference difference = new Difference();
    difference.compare(expected, actual, "");
    return difference.found;
  }

  private void compare(JsonNode expected, JsonNode actual, String path) {
    if (expected.isObject() && actual.isObject()) {
      objects(expected, actual, path);
    } else if (expected.isArray() && actual.isArray()) {
      if (expected.size() != actual.size()) {
        found.add(path + ": expected " + expected.size() + " elements, found " + actual.size());
      }
      for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
        compare(expected.get(i), actual.get(i), path + "[" + i + "]");
      }
    } else if (!sameScalar(expected, actual)) {
      found.add(path + ": expected " + expected + ", found " + actual);
    }
  }

  private void objects(JsonNode expected, JsonNode actual, String path) {
    expected
        .properties()
        .forEach(member -> {
          JsonNode other = actual.get(member.getKey());
          String at = path + "." + member.getKey();
          if (other == null) {
            found.add(at + ": expected " + member.getValue() + ", found nothing");
          } else {
            compare(member.getValue(), other, at);
          }
        });
    actual
        .properties()
        .forEach(member -> {
          if (!expected.has(member.getKey())) {
            found.add(path + "." + member.getKey() + ": unexpected " + member.getValue());
          }
        });
  }

  private static boolean sameScalar(JsonNode expected, JsonNode actual) {
    if (expected.isNumber() && actual.isNumber()) {
      return expected.canConvertToLong()
              && actual.canConvertToLong()
              && expected.isIntegralNumber()
              && actual.isIntegralNumber()
          ? expected.longValue() == actual.longValue()
          : Double.compare(expected.doubleValue(), actual.doubleValue()) == 0;
    }
    return expected.equals(actual);
  }
}
