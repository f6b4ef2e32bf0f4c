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

/** Lists promotions with what they rest on. */
@Command(
    name = "promotions",
    description = {
      "List promotions, the newest first, with what each rests on: the attestations that it cites, who",
      "judged, how the weakest of them is known, whether something was left unseen (SCOPE), and how",
      "often the weakest of its verifiers passes bad work at most by now (BOUND)."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 operational error")
public final class PromotionsCommand implements Callable<Integer> {

  private static final Map<String, JsonNodeType> PROMOTION =
      Map.of(
          "id", JsonNodeType.STRING,
          "workItem", JsonNodeType.STRING,
          "attempt", JsonNodeType.NUMBER,
          "verifiers", JsonNodeType.ARRAY,
          "attestations", JsonNodeType.ARRAY,
          "time", JsonNodeType.STRING);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private PageOptions page = new PageOptions();

  @Option(
      names = "--basis",
      paramLabel = "BASIS",
      completionCandidates = Choices.Bases.class,
      description = "only whose weakest evidence is CLAIMED, WITNESSED, OBSERVED or REEXECUTED")
  private @Nullable String basis;

  @Option(
      names = "--verifier",
      paramLabel = "TYPE",
      description = "only resting on a verdict of this verifier")
  private @Nullable String verifier;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description =
          "only partial ones, where something was not seen for lack of data, tools, rights or time,"
              + " or whole ones")
  private @Nullable String scope;

  @Option(
      names = "--bound-above",
      paramLabel = "FRACTION",
      description =
          "only resting on a verifier that may pass bad work more often than this, such as 0.02, or is "
              + "not measured")
  private @Nullable String boundAbove;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<String, @Nullable String> members = new LinkedHashMap<>();
    members.put("basis", basis);
    members.put("verifier", verifier);
    members.put("scope", scope);
    members.put("boundAbove", boundAbove);
    page.addTo(members);
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open()) {
      JsonNode found = api.list("/v1/promotions" + ApiClient.query(members), "items", PROMOTION);
      client.print(out, found, PromotionsCommand::table);
      return ExitCode.OK;
    }
  }

  private static void table(PrintWriter out, JsonNode found) {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode item : found.path("items")) {
      rows.add(
          List.of(
              item.path("workItem").asText(),
              item.path("attempt").asText(),
              item.path("basis").asText("-"),
              item.path("scope").asText("-"),
              Output.bound(item.path("falsePassUpper")),
              Output.joined(item.path("verifiers")),
              Integer.toString(item.path("attestations").size()),
              item.path("time").asText(),
              item.path("id").asText()));
    }
    Output.table(
        out,
        List.of(
            "WORK ITEM", "ATTEMPT", "BASIS", "SCOPE", "BOUND", "VERIFIERS", "CITED", "TIME", "ID"),
        rows);
    PageOptions.more(out, found);
  }
}
