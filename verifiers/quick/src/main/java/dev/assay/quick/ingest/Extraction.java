package dev.assay.quick.ingest;

import dev.assay.quick.limits.QuickLimits;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Collects the tool calls of one input. Each call is flattened at once, so that the tree of a line
 * can go as soon as the line is read.
 */
final class Extraction {

  /** A tool call before dedupe. */
  record Call(String toolName, ParamBag params, SortedMap<String, Scalar> flat, String digest) {}

  private final List<Call> calls = new ArrayList<>();
  private final Flattener flattener = new Flattener();
  private boolean capExceeded;

  List<Call> calls() {
    return calls;
  }

  boolean capExceeded() {
    return capExceeded;
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Whether another value cannot change the result any more. */
  boolean isFull() {
    return capExceeded;
  }

  /**
   * Adds the calls in {@code value}, which is the JSON text {@code [from, to)} of {@code text}.
   *
   * @param nodesMax values and names that one JSON text may have
   */
  void add(Json value, String text, int from, int to, int nodesMax) {
    int before = calls.size();
    ToolCalls.walk(
        value,
        (name, object) -> {
          ParamBag bag = new ParamBag.InLog(text, from, to, calls.size() - before, nodesMax);
          return add(name, bag, ToolCalls.params(object, nodesMax));
        });
  }

  /** Adds a call; false when there are as many as one run may have. */
  boolean add(String name, ParamBag bag, JsonObject params) {
    if (calls.size() == QuickLimits.ACTIONS_MAX) {
      capExceeded = true;
      return false;
    }
    SortedMap<String, Scalar> flat = flattener.flatten(params);
    calls.add(new Call(name, bag, flat, JsonText.stable(object(flat))));
    return true;
  }

  private static JsonObject object(SortedMap<String, Scalar> flat) {
    JsonObject.Builder object = JsonObject.builder();
    flat.forEach(object::put);
    return object.build();
  }
}
