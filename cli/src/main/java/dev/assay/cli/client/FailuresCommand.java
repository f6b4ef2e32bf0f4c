package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Counts failures by signature. */
@Command(
    name = "failures",
    description = {
      "Show which failures were found how often, on how many work items and by how many agents, those",
      "found most often first. Their attestations: assay attestations list --signature ID"
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 operational error")
public final class FailuresCommand implements Callable<Integer> {

  private static final Map<String, JsonNodeType> FAILURE =
      Map.of(
          "signature", JsonNodeType.STRING,
          "count", JsonNodeType.NUMBER,
          "workItems", JsonNodeType.NUMBER,
          "agents", JsonNodeType.NUMBER,
          "verifiers", JsonNodeType.ARRAY,
          "lastTime", JsonNodeType.STRING);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "only found from this RFC 3339 time on (default: 7 days before --until)")
  private @Nullable String since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "only found before this RFC 3339 time (default: now)")
  private @Nullable String until;

  @Option(names = "--limit", paramLabel = "N", description = "at most so many (default: 50)")
  private @Nullable String limit;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<String, @Nullable String> members = new LinkedHashMap<>();
    members.put("since", since);
    members.put("until", until);
    members.put("limit", limit);
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open()) {
      JsonNode found = api.list("/v1/failures" + ApiClient.query(members), "items", FAILURE);
      client.print(out, found, FailuresCommand::table);
      return ExitCode.OK;
    }
  }

  private static void table(PrintWriter out, JsonNode found) {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode item : found.path("items")) {
      rows.add(
          List.of(
              item.path("signature").asText(),
              item.path("count").asText(),
              item.path("workItems").asText(),
              item.path("agents").asText(),
              Output.joined(item.path("verifiers")),
              item.path("lastTime").asText(),
              item.path("untrustedText").asText("-")));
    }
    Output.table(
        out,
        List.of("SIGNATURE", "COUNT", "ITEMS", "AGENTS", "VERIFIERS", "LAST", "FAILURE"),
        rows);
    if (!found.path("whole").asBoolean(true)) {
      out.println(
          "only the newest failures are counted, back to "
              + Output.plain(found.path("oldest").asText())
              + "; a shorter window: --since, --until");
    }
    out.flush();
  }
}
