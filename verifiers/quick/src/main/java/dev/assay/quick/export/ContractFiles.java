package dev.assay.quick.export;

import dev.assay.quick.export.Exports.ExportedTool;
import dev.assay.schemas.json.JsonString;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonText;
import java.util.List;

/** The bytes of the registry file and of the events file. */
public final class ContractFiles {

  private ContractFiles() {}

  /** {@code tools} in the order of both files: by tool id in UTF-16 order. */
  public static List<ExportedTool> ordered(List<ExportedTool> tools) {
    return tools.stream().sorted((left, right) -> left.toolId().compareTo(right.toolId())).toList();
  }

  /** The registry's entries as one JSON array. */
  public static JsonArray registry(List<ExportedTool> ordered) {
    JsonArray.Builder entries = JsonArray.builder();
    ordered.forEach(tool -> entries.add(tool.entry()));
    return entries.build();
  }

  /** The canonical text of the registry file: stable stringify, no trailing newline. */
  public static String registryText(List<ExportedTool> ordered) {
    return JsonText.stable(registry(ordered));
  }

  /** One event per tool, newline after each; empty without tools. */
  public static String eventsText(List<ExportedTool> ordered, String workflowId) {
    StringBuilder out = new StringBuilder();
    int seq = 0;
    for (ExportedTool tool : ordered) {
      out.append("{\"schemaVersion\":1,\"workflowId\":");
      JsonString.append(out, workflowId);
      out.append(",\"seq\":").append(seq++).append(",\"type\":\"tool_observed\",\"toolId\":");
      JsonString.append(out, tool.toolId());
      out.append(",\"params\":");
      JsonText.appendStable(out, tool.params());
      out.append("}\n");
    }
    return out.toString();
  }
}
