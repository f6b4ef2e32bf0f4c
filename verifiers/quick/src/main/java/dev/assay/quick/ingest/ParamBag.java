package dev.assay.quick.ingest;

import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;

/** The whole parameter bag of a call, which only few exports need. */
@FunctionalInterface
public interface ParamBag {

  /** The bag. */
  JsonObject read();

  /**
   * Where a log holds the bag: keeping every bag of a large log would keep its whole tree.
   *
   * @param text the log
   * @param from start of the JSON text that holds the call
   * @param to its end
   * @param ordinal of the call among the calls of that JSON text
   * @param nodesMax values and names that one JSON text may have
   */
  record InLog(String text, int from, int to, int ordinal, int nodesMax) implements ParamBag {

    @Override
    public JsonObject read() {
      Json value = JsonParser.parse(text, from, to, nodesMax);
      Nth nth = new Nth(ordinal, nodesMax);
      if (value != null) {
        ToolCalls.walk(value, nth);
      }
      return nth.found;
    }
  }

  /** Stops at one call. */
  final class Nth implements ToolCalls.Visitor {
    private final int nodesMax;
    private int left;
    private JsonObject found = JsonObject.empty();

    private Nth(int ordinal, int nodesMax) {
      this.nodesMax = nodesMax;
      this.left = ordinal;
    }

    @Override
    public boolean call(String toolName, JsonObject object) {
      if (left-- > 0) {
        return true;
      }
      found = ToolCalls.params(object, nodesMax);
      return false;
    }
  }
}
