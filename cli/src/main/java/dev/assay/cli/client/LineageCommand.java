package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a work item's standing rests on. */
@Command(
    name = "lineage",
    description = {
      "Show where the standing of a work item comes from: executions, the artifacts that were"
          + " judged,",
      "the reports on them, what was attested and decided, what was promoted and taken back."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 operational error")
final class LineageCommand implements Callable<Integer> {

  private static final Map<String, JsonNodeType> LINEAGE =
      Map.of(
          "workItem", JsonNodeType.STRING,
          "status", JsonNodeType.STRING,
          "attempt", JsonNodeType.NUMBER,
          "executions", JsonNodeType.ARRAY,
          "artifacts", JsonNodeType.ARRAY,
          "attestations", JsonNodeType.ARRAY,
          "decisions", JsonNodeType.ARRAY,
          "promotions", JsonNodeType.ARRAY,
          "demotions", JsonNodeType.ARRAY);

  private static final int DIGEST_CHARS = 12;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(paramLabel = "ID", description = "the work item, or the beginning of its id")
  private String id = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open()) {
      JsonNode lineage = WorkItemIds.about(api, id, path -> api.json(path + "/lineage", LINEAGE));
      client.print(out, lineage, LineageCommand::print);
      return ExitCode.OK;
    }
  }

  private static void print(PrintWriter out, JsonNode lineage) {
    out.println(
        plain(lineage, "workItem")
            + "  "
            + plain(lineage, "status")
            + ", attempt "
            + lineage.path("attempt").asInt());
    if (!lineage.path("whole").asBoolean(true)) {
      out.println(
          "only the newest attestations and what they name; the others: assay attestations list");
    }
    for (JsonNode execution : lineage.path("executions")) {
      execution(out, lineage, execution);
    }
    answers(out, lineage);
    outcomes(out, lineage, "promotions", "promotion");
    outcomes(out, lineage, "demotions", "demotion ");
    out.flush();
  }

  private static void execution(PrintWriter out, JsonNode lineage, JsonNode execution) {
    out.println();
    out.println(
        "attempt " + execution.path("attempt").asInt() + "  execution " + plain(execution, "id"));
    for (JsonNode sha256 : execution.path("artifacts")) {
      List<JsonNode> artifacts = those(lineage, "artifacts", "sha256", sha256.asText()).toList();
      String roles =
          artifacts.stream()
              .flatMap(artifact -> artifact.path("roles").valueStream())
              .map(role -> Output.plain(role.asText()))
              .collect(Collectors.joining(", "));
      String expired =
          artifacts.stream()
              .filter(artifact -> artifact.hasNonNull("expired"))
              .map(artifact -> "  expired " + plain(artifact, "expired"))
              .findFirst()
              .orElse("");
      out.println("  artifact    " + cut(sha256.asText()) + "  " + roles + expired);
    }
    those(lineage, "attestations", "execution", execution.path("key").asText())
        .filter(each -> each.hasNonNull("report"))
        .forEach(each -> {
          out.println("  report      " + cut(each.path("report").asText()));
          out.println(
              "  attestation "
                  + cut(each.path("id").asText())
                  + "  "
                  + plain(each, "verifier")
                  + " "
                  + plain(each, "result")
                  + (each.hasNonNull("basis") ? ", " + plain(each, "basis") : "")
                  + ", log entry "
                  + each.path("logIndex").asLong());
        });
    those(lineage, "decisions", "execution", execution.path("key").asText())
        .forEach(each ->
            out.println(
                "  decision    "
                    + cut(each.path("id").asText())
                    + "  "
                    + plain(each, "kind")
                    + reasons(each)));
  }

  private static void answers(PrintWriter out, JsonNode lineage) {
    those(lineage, "attestations", "kind", "approval")
        .forEach(each -> {
          out.println();
          out.println(
              "answer        "
                  + cut(each.path("id").asText())
                  + "  attempt "
                  + each.path("attempt").asInt()
                  + ", "
                  + plain(each, "result")
                  + (each.hasNonNull("answeredBy") ? " by " + plain(each, "answeredBy") : "")
                  + (each.hasNonNull("answeredAs") ? " as " + plain(each, "answeredAs") : "")
                  + ", log entry "
                  + each.path("logIndex").asLong());
        });
  }

  private static void outcomes(PrintWriter out, JsonNode lineage, String list, String word) {
    for (JsonNode outcome : lineage.path(list)) {
      out.println();
      out.println(
          word
              + "     "
              + cut(outcome.path("attestation").asText())
              + "  attempt "
              + outcome.path("attempt").asInt()
              + ", log entry "
              + outcome.path("logIndex").asLong());
      for (JsonNode input : outcome.path("restsOn")) {
        out.println("  rests on    " + cut(input.asText()));
      }
    }
  }

  private static String reasons(JsonNode decision) {
    String reasons =
        decision
            .path("reasons")
            .valueStream()
            .map(reason -> Output.plain(reason.asText()))
            .collect(Collectors.joining(", "));
    return reasons.isEmpty() ? "" : ": " + reasons;
  }

  private static Stream<JsonNode> those(JsonNode lineage, String list, String member, String id) {
    return lineage.path(list).valueStream().filter(each -> each.path(member).asText().equals(id));
  }

  private static String plain(JsonNode node, String member) {
    return Output.plain(node.path(member).asText());
  }

  private static String cut(String digest) {
    return Output.line(digest, DIGEST_CHARS);
  }
}
