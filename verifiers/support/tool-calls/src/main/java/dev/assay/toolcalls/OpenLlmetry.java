package dev.assay.toolcalls;

import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import java.util.Set;

/**
 * What OpenLLMetry puts around the arguments of a tool in {@code traceloop.entity.input}, as its
 * packages of 0.27 for Node write it, and those for Python.
 */
final class OpenLlmetry {

  private static final Set<String> FUNCTION = Set.of("args", "kwargs");
  private static final Set<String> MCP = Set.of("tool_name", "arguments");
  private static final Set<String> LANGCHAIN =
      Set.of("input_str", "tags", "metadata", "inputs", "kwargs");

  private OpenLlmetry() {}

  /**
   * The arguments in {@code written}: those of a function by their names, those of a call of MCP,
   * the inputs of a tool of LangChain, else all of it. Arguments by position have no names, so they
   * are not known.
   */
  static Arguments arguments(JsonObject written) {
    if (written.get("args") instanceof JsonArray args
        && written.get("kwargs") instanceof JsonObject named
        && only(written, FUNCTION)) {
      return args.size() == 0
          ? Arguments.parsed(named)
          : args.size() == 1 && named.isEmpty() && args.at(0) instanceof JsonObject object
              ? Arguments.parsed(object)
              : Arguments.UNPARSABLE;
    }
    if (written.get("tool_name") != null && only(written, MCP)) {
      Json arguments = written.get("arguments");
      return arguments == null ? Arguments.parsed(JsonObject.empty()) : Arguments.of(arguments);
    }
    if (written.get("input_str") != null && only(written, LANGCHAIN)) {
      return Arguments.of(
          Nodes.has(written, "inputs") ? written.get("inputs") : written.get("input_str"));
    }
    return Arguments.parsed(written);
  }

  private static boolean only(JsonObject object, Set<String> names) {
    return object.sorted().stream().allMatch(member -> names.contains(member.name()));
  }
}
