package dev.assay.quick.ingest;

import dev.assay.quick.json.Json;
import dev.assay.quick.json.JsonObject;
import dev.assay.quick.json.JsonParser;

/**
 * Where the whole parameter bag of a call can be read again. Only few exports need it, and keeping
 * every bag of a large log would keep its whole tree.
 *
 * @param text the log
 * @param from start of the JSON text that holds the call
 * @param to its end
 * @param ordinal of the call among the calls of that JSON text
 */
public record ParamBag(String text, int from, int to, int ordinal) {

  /** Parses the bag again. */
  public JsonObject read() {
    Json value = JsonParser.parse(text, from, to);
    Nth nth = new Nth(ordinal);
    if (value != null) {
      ToolCalls.walk(value, nth);
    }
    return nth.found;
  }

  /** Stops at one call. */
  private static final class Nth implements ToolCalls.Visitor {
    private int left;
    private JsonObject found = JsonObject.empty();

    Nth(int ordinal) {
      this.left = ordinal;
    }

    @Override
    public boolean call(String toolName, JsonObject object) {
      if (left-- > 0) {
        return true;
      }
      found = ToolCalls.params(object);
      return false;
    }
  }
}
