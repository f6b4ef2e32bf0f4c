package dev.assay.quick.ingest;

import dev.assay.quick.json.Json;
import dev.assay.quick.json.JsonObject;
import dev.assay.quick.json.JsonText;
import dev.assay.quick.json.Scalar;
import dev.assay.quick.limits.QuickLimits;
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

  /** Adds the calls in {@code value}, which is the JSON text {@code [from, to)} of {@code text}. */
  void add(Json value, String text, int from, int to) {
    int before = calls.size();
    ToolCalls.walk(
        value,
        (name, object) -> {
          if (calls.size() == QuickLimits.ACTIONS_MAX) {
            capExceeded = true;
            return false;
          }
          ParamBag bag = new ParamBag(text, from, to, calls.size() - before);
          JsonObject params = ToolCalls.params(object);
          SortedMap<String, Scalar> flat = flattener.flatten(params);
          calls.add(new Call(name, bag, flat, JsonText.stable(object(flat))));
          return true;
        });
  }

  private static JsonObject object(SortedMap<String, Scalar> flat) {
    JsonObject.Builder object = JsonObject.builder();
    flat.forEach(object::put);
    return object.build();
  }
}
