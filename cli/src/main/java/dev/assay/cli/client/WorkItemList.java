package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.Output;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The list of work items, and which of them are wanted. */
final class WorkItemList {

  private static final Map<String, JsonNodeType> LISTED =
      Map.of(
          "workItem", JsonNodeType.STRING,
          "status", JsonNodeType.STRING,
          "mood", JsonNodeType.STRING,
          "attempt", JsonNodeType.NUMBER);

  @Mixin private FilterOptions filter = new FilterOptions();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      completionCandidates = Choices.Statuses.class,
      description = "only this status, such as pending or waiting-for-human")
  private @Nullable String status;

  @Option(names = "--fleet", paramLabel = "ID", description = "only this fleet")
  private @Nullable String fleet;

  /** Prints one page of it. */
  void print(PrintWriter out, ApiClient api, boolean json)
      throws IOException, InterruptedException {
    Map<String, @Nullable String> members = new LinkedHashMap<>();
    members.put("status", status);
    members.put("fleet", fleet);
    filter.addTo(members);
    JsonNode page = api.list("/v1/work-items" + ApiClient.query(members), "items", LISTED);
    if (json) {
      Output.json(out, page);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode item : page.path("items")) {
      rows.add(
          List.of(
              item.path("workItem").asText(),
              item.path("status").asText(),
              item.path("mood").asText(),
              item.path("attempt").asText()));
    }
    Output.table(out, List.of("WORK ITEM", "STATUS", "MOOD", "ATTEMPT"), rows);
    PageOptions.more(out, page);
  }
}
