package dev.assay.quick.ingest;

import dev.assay.quick.ingest.Ingest.IngestLimitException;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Turns a parameter bag into scalars by path (specification A.7). Keys are walked in UTF-16 order,
 * so that it is settled which of them survive the node limit.
 */
final class Flattener {

  /** Where a scalar lands whose path is empty. */
  private static final String EMPTY_PATH_NAME = "value";

  private SortedMap<String, Scalar> flat = new TreeMap<>();
  private int nodes;
  private long chars;

  /** Flattens one bag; the character limit counts over all bags this flattener sees. */
  SortedMap<String, Scalar> flatten(JsonObject params) {
    flat = new TreeMap<>();
    nodes = 0;
    visit("", params, 0);
    return flat;
  }

  private void visit(String path, Json value, int depth) {
    if (nodes == QuickLimits.FLATTEN_NODES_MAX) {
      return;
    }
    nodes++;
    if (depth > QuickLimits.FLATTEN_DEPTH_MAX) {
      return;
    }
    switch (value) {
      case JsonObject object -> {
        for (JsonObject.Member member : object.sorted(QuickLimits.FLATTEN_NODES_MAX - nodes)) {
          String key = member.name();
          visit(path.isEmpty() ? key : join(path, "." + key), member.value(), depth + 1);
        }
      }
      case JsonArray array -> {
        for (int i = 0; i < array.size() && nodes < QuickLimits.FLATTEN_NODES_MAX; i++) {
          if (!(array.at(i) instanceof Scalar)) {
            visit(join(path, "[" + i + "]"), array.at(i), depth + 1);
          }
        }
      }
      case Scalar scalar -> flat.put(path.isEmpty() ? EMPTY_PATH_NAME : path, scalar);
    }
  }

  private String join(String path, String step) {
    chars += path.length() + step.length();
    if (chars > QuickLimits.FLAT_CHARS_MAX) {
      throw new IngestLimitException(
          "expected parameter paths of at most "
              + QuickLimits.FLAT_CHARS_MAX
              + " characters in one run, found more; shorten the parameter names");
    }
    return path + step;
  }
}
