package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.schemas.Digests;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the questions to people and answers them. */
@Command(
    name = "approvals",
    description = "List the questions that wait for a person, and answer them.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    subcommands = {ApprovalsCommand.ListCommand.class, ApprovalsCommand.AnswerCommand.class},
    footerHeading = "%nExit codes: ",
    footer = ApprovalsCommand.EXIT_CODES)
public final class ApprovalsCommand implements Runnable {

  static final String EXIT_CODES =
      "0 done (answer: decided, or kept with --wait 0), 2 the answer is kept but no decision came"
          + " in time, 3 operational error (also: no such question, settled already, no such"
          + " option)";

  private static final Map<String, JsonNodeType> ASKED =
      Map.of(
          "id", JsonNodeType.STRING,
          "workItem", JsonNodeType.STRING,
          "question", JsonNodeType.STRING,
          "options", JsonNodeType.ARRAY,
          "deadline", JsonNodeType.STRING,
          "defaultAnswer", JsonNodeType.STRING);

  /** Open questions on a page that is searched, as many as the API answers. */
  private static final int SEARCHED_PAGE = 1_000;

  /** Pages that are searched for the beginning of an id. */
  private static final int SEARCHED_PAGES_MAX = 100;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected list or answer, found none");
  }

  /** The beginning of a question's id, which answers take as well as the whole. */
  static String shortId(JsonNode approval) {
    return Output.shortId(approval.path("id").asText());
  }

  /** The options of a question on one line. */
  static String options(JsonNode approval, String separator) {
    List<String> options = new ArrayList<>();
    approval.path("options").forEach(option -> options.add(Output.plain(option.asText())));
    return String.join(separator, options);
  }

  /** {@code assay approvals list}. */
  @Command(
      name = "list",
      description = "List the open questions, those that are due first.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 operational error")
  static final class ListCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();
    @Mixin private PageOptions paging = new PageOptions();

    @Option(
        names = "--work-item",
        paramLabel = "ID",
        description = "only this work item, or the one that it begins")
    private @Nullable String workItem;

    @Override
    public Integer call() throws IOException, InterruptedException {
      Map<String, @Nullable String> members = new LinkedHashMap<>();
      paging.addTo(members);
      PrintWriter out = spec.commandLine().getOut();
      try (ApiClient api = client.open()) {
        members.put("workItem", WorkItemIds.filter(api, workItem));
        JsonNode page = api.list("/v1/approvals" + ApiClient.query(members), "items", ASKED);
        client.print(out, page, ListCommand::table);
        return ExitCode.OK;
      }
    }

    private static void table(PrintWriter out, JsonNode page) {
      List<List<String>> rows = new ArrayList<>();
      for (JsonNode item : page.path("items")) {
        rows.add(
            List.of(
                shortId(item),
                item.path("workItem").asText(),
                item.path("deadline").asText(),
                options(item, "|"),
                item.path("defaultAnswer").asText()));
      }
      Output.table(out, List.of("ID", "WORK ITEM", "DEADLINE", "OPTIONS", "DEFAULT"), rows);
      for (JsonNode item : page.path("items")) {
        out.println(shortId(item) + "  " + Output.line(item.path("question").asText()));
      }
      PageOptions.more(out, page);
    }
  }

  /** {@code assay approvals answer}. */
  @Command(
      name = "answer",
      description = "Answer a question and wait for the decision that it leads to.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = EXIT_CODES)
  static final class AnswerCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();

    @Parameters(
        paramLabel = "ID",
        description = "the question, or the beginning of its id when only one begins so")
    private String id = "";

    @Option(
        names = "--answer",
        required = true,
        paramLabel = "OPTION",
        description = "one of the question's options")
    private String answer = "";

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "why, for the record; nothing acts on it")
    private @Nullable String reason;

    @Mixin private DecisionWait wait = new DecisionWait();

    @Override
    public Integer call() throws IOException, InterruptedException {
      ObjectNode document = JsonNodeFactory.instance.objectNode().put("answer", answer);
      if (reason != null) {
        document.put("reason", reason);
      }
      try (ApiClient api = client.open()) {
        String path = "/v1/approvals/" + whole(api) + wait.query();
        ApiClient.Answer got = api.post(path, document, ApiClient.OF_WORK_ITEM);
        return wait.print(
            spec.commandLine().getOut(),
            got,
            client.json(),
            "kept: work item " + Output.plain(got.body().path("workItem").asText()));
      }
    }

    /** The id; a beginning is looked up among the open questions. */
    private String whole(ApiClient api) throws IOException, InterruptedException {
      if (Digests.valid(id)) {
        return id;
      }
      List<String> found = new ArrayList<>();
      @Nullable String cursor = null;
      int pages = 0;
      do {
        if (++pages > SEARCHED_PAGES_MAX) {
          throw new CommandException(
              "INVALID_ANSWER",
              "expected at most "
                  + SEARCHED_PAGES_MAX
                  + " pages of questions, found more; give the whole id");
        }
        Map<String, @Nullable String> members = new LinkedHashMap<>();
        members.put("limit", Integer.toString(SEARCHED_PAGE));
        members.put("cursor", cursor);
        JsonNode page = api.list("/v1/approvals" + ApiClient.query(members), "items", ASKED);
        for (JsonNode item : page.path("items")) {
          if (!id.isEmpty() && item.path("id").asText().startsWith(id)) {
            found.add(item.path("id").asText());
          }
        }
        cursor = page.path("next").isTextual() ? page.path("next").asText() : null;
      } while (cursor != null && found.size() < 2);
      if (found.size() != 1) {
        throw new CommandException(
            found.isEmpty() ? "NOT_FOUND" : "AMBIGUOUS_ID",
            "expected one open question that begins with "
                + Output.plain(id)
                + ", found "
                + (found.isEmpty() ? "none" : "several")
                + "; see assay approvals list");
      }
      return found.getFirst();
    }
  }
}
