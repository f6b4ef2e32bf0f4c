package dev.assay.quick.check;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contract: what each tool has to leave behind. */
final class Registry {

  private final Map<String, Entry> entries;

  private Registry(Map<String, Entry> entries) {
    this.entries = entries;
  }

  /**
   * One entry.
   *
   * @param template description of the effect, with pointers in braces
   */
  record Entry(String toolId, String template, boolean releaseCritical, JsonObject verification) {}

  /**
   * Reads the text of a registry file.
   *
   * @throws CommandException REGISTRY_JSON_SYNTAX, REGISTRY_SCHEMA_INVALID or
   *     REGISTRY_DUPLICATE_TOOL_ID
   */
  static Registry parse(String text) throws CommandException {
    Json root = JsonParser.parse(text);
    if (root == null) {
      throw new CommandException(
          ErrorCode.REGISTRY_JSON_SYNTAX,
          "expected one JSON text of at most 512 levels in the registry file, found something else;"
              + " check the file given with --registry");
    }
    JsonArray list = RegistryShape.checked(root);
    Map<String, Entry> entries = new HashMap<>();
    for (JsonObject entry : Json.objectsOf(list)) {
      String toolId = Json.textOf(entry.get("toolId"));
      JsonObject verification =
          entry.get("verification") instanceof JsonObject object ? object : JsonObject.empty();
      Entry known =
          entries.put(
              toolId,
              new Entry(
                  toolId,
                  Json.textOf(entry.get("effectDescriptionTemplate")),
                  entry.get("releaseCritical") == Scalar.Bool.TRUE,
                  verification));
      if (known != null) {
        throw new CommandException(
            ErrorCode.REGISTRY_DUPLICATE_TOOL_ID,
            "expected each toolId once in the registry, found " + toolId + " again");
      }
    }
    return new Registry(entries);
  }

  @Nullable Entry entry(String toolId) {
    return entries.get(toolId);
  }
}
