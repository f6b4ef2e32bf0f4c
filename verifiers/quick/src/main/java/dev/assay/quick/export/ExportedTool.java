package dev.assay.quick.export;

import dev.assay.quick.json.Json;
import dev.assay.quick.json.JsonObject;

/**
 * One registry entry and the parameters of the event that replays it.
 *
 * @param toolId unique in the run
 * @param entry the entry as the registry file holds it
 * @param params parameters of the synthetic event
 */
public record ExportedTool(String toolId, JsonObject entry, JsonObject params) {

  static ExportedTool of(
      String toolId, String description, JsonObject verification, JsonObject params) {
    JsonObject entry =
        JsonObject.builder()
            .put("toolId", Json.text(toolId))
            .put("effectDescriptionTemplate", Json.text(description))
            .put("verification", verification)
            .build();
    return new ExportedTool(toolId, entry, params);
  }
}
