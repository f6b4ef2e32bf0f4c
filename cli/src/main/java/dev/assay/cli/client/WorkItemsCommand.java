package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.Choice;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists work items, or shows one. */
@Command(
    name = "work-items",
    description = {
      "List work items, or show one: decisions, moods and what changed them, what was refused,",
      "control state, parent and children, the open question, cost."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    subcommands = {
      WorkItemsCommand.ListCommand.class,
      WorkItemsCommand.ShowCommand.class,
      LineageCommand.class,
      WorkItemsCommand.LowerCommand.class
    },
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 operational error")
public final class WorkItemsCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private WorkItemList items = new WorkItemList();

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "the work item to show, or the beginning of its id")
  private @Nullable String id;

  /** {@code assay work-items list}. */
  @Command(
      name = "list",
      description = "List work items, as assay work-items does.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 operational error")
  static final class ListCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();
    @Mixin private WorkItemList items = new WorkItemList();

    @Override
    public Integer call() throws IOException, InterruptedException {
      try (ApiClient api = client.open()) {
        items.print(spec.commandLine().getOut(), api, client.json());
        return ExitCode.OK;
      }
    }
  }

  /** {@code assay work-items show}. */
  @Command(
      name = "show",
      description = "Show a work item, as assay work-items ID does.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 operational error")
  static final class ShowCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();

    @Parameters(paramLabel = "ID", description = "the work item, or the beginning of its id")
    private String id = "";

    @Override
    public Integer call() throws IOException, InterruptedException {
      try (ApiClient api = client.open()) {
        shown(spec.commandLine().getOut(), api, id, client.json());
        return ExitCode.OK;
      }
    }
  }

  /** {@code assay work-items lower}. */
  @Command(
      name = "lower",
      description = {
        "Lower what a work item requires; for people who approve and have not sent the work.",
        "It is recorded with who said so and why, and holds for its next attempt."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer =
          "0 lowered, or kept with --wait 0, 2 it is kept but no decision came in time, 3"
              + " operational error (also: the director refused it)")
  static final class LowerCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();

    @Parameters(paramLabel = "ID", description = "the work item, by its whole id")
    private String id = "";

    @Option(
        names = "--risk",
        paramLabel = "RISK",
        completionCandidates = LowerRisks.class,
        description = "what its risk is from now on: low or medium")
    private @Nullable String risk;

    @Option(
        names = "--drop",
        paramLabel = "VERIFIER",
        description = "no longer require this verifier, nor that what it failed passes; up to 3")
    private List<String> drop = new ArrayList<>();

    @Option(
        names = "--reason",
        required = true,
        paramLabel = "TEXT",
        description = "why, for the record; nothing acts on it")
    private String reason = "";

    @Mixin private DecisionWait wait = new DecisionWait();

    @Override
    public Integer call() throws IOException, InterruptedException {
      ObjectNode document = JsonNodeFactory.instance.objectNode().put("reason", reason);
      if (risk != null) {
        document.put("risk", risk);
      }
      ArrayNode dropped = document.putArray("drop");
      drop.forEach(dropped::add);
      try (ApiClient api = client.open()) {
        ApiClient.Answer got =
            WorkItemIds.whole(
                api,
                id,
                path -> {
                  JsonNode item = api.json(path, ApiClient.OF_WORK_ITEM);
                  item.path("decisions")
                      .forEach(decision -> document.set("ordinal", decision.path("ordinal")));
                  return api.post(
                      path + "/requirements" + wait.query(), document, ApiClient.OF_WORK_ITEM);
                });
        return wait.print(
            spec.commandLine().getOut(),
            got,
            client.json(),
            "kept: assay work-items "
                + Output.plain(got.body().path("workItem").asText())
                + " shows what comes of it");
      }
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open()) {
      if (id == null) {
        items.print(out, api, client.json());
      } else {
        shown(out, api, id, client.json());
      }
      return ExitCode.OK;
    }
  }

  private static void shown(PrintWriter out, ApiClient api, String named, boolean json)
      throws IOException, InterruptedException {
    JsonNode item =
        WorkItemIds.about(
            api,
            named,
            path -> {
              JsonNode answer = api.json(path, ApiClient.OF_WORK_ITEM);
              ApiClient.requireObjects(path, answer, "decisions", Decisions.MEMBERS);
              return answer;
            });
    if (json) {
      Output.json(out, item);
    } else {
      show(out, item);
    }
  }

  private static void show(PrintWriter out, JsonNode item) {
    out.println("work item  " + item.path("workItem").asText());
    out.println("status     " + item.path("status").asText());
    out.println("mood       " + item.path("mood").asText());
    out.println("attempt    " + item.path("attempt").asText());
    family(out, item);
    List<JsonNode> decisions = new ArrayList<>();
    item.path("decisions").forEach(decisions::add);
    Decisions.print(out, decisions);
    Decisions.printMoods(out, decisions);
    refusals(out, item);
    for (JsonNode assertion : item.path("controlState").path("assert")) {
      out.println("asserted   " + Output.plain(assertion.path("claim").asText()));
    }
    for (JsonNode blind : item.path("controlState").path("hyperthesis")) {
      out.println(
          "blind spot " + Output.plain(blind.path("hyperthesis").path("blindSpot").asText()));
    }
    out.flush();
  }

  private static void refusals(PrintWriter out, JsonNode item) {
    for (JsonNode refusal : item.path("refusals")) {
      out.println("refused    " + Decisions.refusal(refusal));
    }
    int earlier = item.path("refused").asInt() - item.path("refusals").size();
    if (earlier > 0) {
      out.println("refused    " + earlier + " before these");
    }
  }

  private static void family(PrintWriter out, JsonNode item) {
    if (item.hasNonNull("parent")) {
      out.println("parent     " + Output.plain(item.path("parent").asText()));
    }
    for (JsonNode child : item.path("children")) {
      out.println(
          "child      "
              + Output.plain(child.path("workItem").asText())
              + "  "
              + Output.plain(child.path("state").asText()));
    }
    JsonNode approval = item.path("approval");
    if (approval.isObject()) {
      out.println("question   " + Output.line(approval.path("question").asText()));
      out.println(
          "answer     assay approvals answer "
              + ApprovalsCommand.shortId(approval)
              + " --answer "
              + ApprovalsCommand.options(approval, "|")
              + ", until "
              + Output.plain(approval.path("deadline").asText()));
    }
    JsonNode cost = item.path("cost");
    if (cost.isObject()) {
      List<String> parts = new ArrayList<>();
      cost.properties().forEach(part -> parts.add(part.getKey() + " " + part.getValue().asText()));
      out.println("cost       " + String.join(", ", parts));
    }
  }

  /** What shells complete. */
  private static final class LowerRisks extends Choice {
    @Override
    protected List<String> values() {
      return List.of("low", "medium");
    }
  }
}
