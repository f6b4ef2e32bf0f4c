package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows a work item's decisions, attestations and refusals as they come. */
@Command(
    name = "watch",
    description = "Show the decisions, attestations and refusals of a work item as they come.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 the stream ended, 3 operational error")
public final class WatchCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(paramLabel = "ID", description = "the work item, by its whole id; it may come later")
  private String id = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    String path = ApiClient.workItem(id);
    try (ApiClient api = client.open();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(api.events(path + "/events"), StandardCharsets.UTF_8))) {
      tellOfWaiting(api, path);
      String event = "message";
      for (String line = lines.readLine();
          line != null && !out.checkError();
          line = lines.readLine()) {
        if (line.startsWith("event:")) {
          event = line.substring("event:".length()).strip();
        } else if (line.startsWith("data:")) {
          show(out, event, line.substring("data:".length()).strip());
        }
      }
      return ExitCode.OK;
    }
  }

  /** An id that was mistyped would otherwise look like a work item of which no news come. */
  private void tellOfWaiting(ApiClient api, String path) throws IOException, InterruptedException {
    try {
      var _ = api.json(path, ApiClient.OF_WORK_ITEM);
    } catch (CommandException e) {
      if (!e.code().equals(ErrorCode.NOT_FOUND.name())) {
        throw e;
      }
      PrintWriter err = spec.commandLine().getErr();
      err.println("nothing is known of work item " + Output.line(id) + " yet; waiting for it");
      err.flush();
    }
  }

  private void show(PrintWriter out, String event, String data) {
    if (client.json()) {
      out.println(data);
    } else if (Json.tree(data.getBytes(StandardCharsets.UTF_8))
        instanceof Parsed.Accepted<JsonNode>(JsonNode node)) {
      if (event.equals("refusal")) {
        out.println(event + "  " + Decisions.refusal(node));
        out.flush();
        return;
      }
      String what = node.has("kind") ? node.path("kind").asText() : node.path("result").asText();
      out.println(
          event + "  " + Output.plain(what) + "  " + Output.plain(node.path("id").asText()));
    }
    out.flush();
  }
}
