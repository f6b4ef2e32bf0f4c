package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the records that were refused, shows one, and sends one to its topic once more. */
@Command(
    name = "dead-letters",
    description = "List the records that were refused, show one, or send one to its topic again.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    subcommands = {
      DeadLettersCommand.ListCommand.class,
      DeadLettersCommand.ShowCommand.class,
      DeadLettersCommand.ReplayCommand.class
    },
    footerHeading = "%nExit codes: ",
    footer = DeadLettersCommand.EXIT_CODES)
public final class DeadLettersCommand implements Runnable {

  static final String EXIT_CODES =
      "0 done, 3 operational error (also: no such dead letter, replayed already, bytes gone)";

  private static final Pattern ID = Pattern.compile("[0-9]{1,9}-[0-9]{1,18}");

  private static final Map<String, JsonNodeType> PLACE =
      Map.of(
          "id", JsonNodeType.STRING,
          "topic", JsonNodeType.STRING,
          "partition", JsonNodeType.NUMBER,
          "offset", JsonNodeType.NUMBER);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected list, show or replay, found none");
  }

  private static String path(String id) {
    if (!ID.matcher(id).matches()) {
      throw new CommandException(
          "USAGE",
          "expected an id like 0-17, found " + Output.plain(id) + "; see assay dead-letters list");
    }
    return "/v1/dead-letters/" + id;
  }

  private static String place(JsonNode item) {
    return Output.plain(item.path("topic").asText())
        + "-"
        + item.path("partition").asText()
        + "@"
        + item.path("offset").asText();
  }

  /** {@code assay dead-letters list}. */
  @Command(
      name = "list",
      description = "List what was refused, the newest first.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 operational error")
  static final class ListCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();
    @Mixin private PageOptions paging = new PageOptions();

    @Option(names = "--topic", paramLabel = "NAME", description = "only this topic, without prefix")
    private @Nullable String topic;

    @Option(
        names = "--code",
        paramLabel = "CODE",
        completionCandidates = Choices.Codes.class,
        description = "only refused with this code")
    private @Nullable String code;

    @Option(
        names = "--work-item",
        paramLabel = "ID",
        description = "only this work item, or the one that it begins")
    private @Nullable String workItem;

    @Option(names = "--since", paramLabel = "TIME", description = "only from this time on")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "only before this time")
    private @Nullable String until;

    @Override
    public Integer call() throws IOException, InterruptedException {
      Map<String, @Nullable String> members = new LinkedHashMap<>();
      members.put("topic", topic);
      members.put("code", code);
      members.put("since", since);
      members.put("until", until);
      paging.addTo(members);
      PrintWriter out = spec.commandLine().getOut();
      try (ApiClient api = client.open()) {
        members.put("workItem", WorkItemIds.filter(api, workItem));
        JsonNode page = api.list("/v1/dead-letters" + ApiClient.query(members), "items", PLACE);
        client.print(out, page, ListCommand::table);
        return ExitCode.OK;
      }
    }

    private static void table(PrintWriter out, JsonNode page) {
      List<List<String>> rows = new ArrayList<>();
      for (JsonNode item : page.path("items")) {
        rows.add(
            List.of(
                item.path("id").asText(),
                item.path("time").asText(),
                item.path("code").asText(),
                place(item),
                item.path("workItem").asText("-"),
                item.path("replayOf").isTextual()
                    ? "replay of " + item.path("replayOf").asText()
                    : item.path("reason").asText()));
      }
      Output.table(out, List.of("ID", "TIME", "CODE", "RECORD", "WORK ITEM", "REASON"), rows);
      PageOptions.more(out, page);
    }
  }

  /** {@code assay dead-letters show}. */
  @Command(
      name = "show",
      description = "Show why a record was refused, and its first bytes.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = EXIT_CODES)
  static final class ShowCommand implements Callable<Integer> {

    /** Characters of the payload that are printed. */
    private static final int PAYLOAD_CHARS_MAX = 2_000;

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();

    @Parameters(paramLabel = "ID", description = "the id out of the list, like 0-17")
    private String id = "";

    @Override
    public Integer call() throws IOException, InterruptedException {
      PrintWriter out = spec.commandLine().getOut();
      try (ApiClient api = client.open()) {
        JsonNode letter = api.json(path(id), PLACE);
        client.print(out, letter, ShowCommand::print);
        out.flush();
        return ExitCode.OK;
      }
    }

    private static void print(PrintWriter out, JsonNode letter) {
      out.println("record     " + place(letter));
      out.println("time       " + Output.line(letter.path("time").asText()));
      out.println("code       " + Output.line(letter.path("code").asText()));
      out.println("reason     " + Output.line(letter.path("reason").asText()));
      out.println("work item  " + Output.line(letter.path("workItem").asText("-")));
      out.println("digest     " + Output.line(letter.path("payloadDigest").asText()));
      out.println("payload    " + payload(letter.path("payloadHead").asText()));
    }

    /** The first bytes; what is no printable ASCII as {@code \\xNN}. */
    private static String payload(String base64) {
      byte[] bytes;
      try {
        bytes = Base64.getDecoder().decode(base64);
      } catch (IllegalArgumentException _) {
        throw new CommandException("INVALID_ANSWER", "expected base64 in payloadHead");
      }
      StringBuilder text = new StringBuilder();
      for (char c : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
        if (text.length() >= PAYLOAD_CHARS_MAX) {
          return text.append('…').toString();
        }
        boolean plain = c >= ' ' && c < 0x7f && c != '\\';
        text.append(plain ? Character.toString(c) : String.format("\\x%02x", (int) c));
      }
      return text.toString();
    }
  }

  /** {@code assay dead-letters replay}. */
  @Command(
      name = "replay",
      description = "Send the record as it was to its topic once more; it is processed anew.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = EXIT_CODES)
  static final class ReplayCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ClientOptions client = new ClientOptions();

    @Parameters(paramLabel = "ID", description = "the id out of the list, like 0-17")
    private String id = "";

    @Override
    public Integer call() throws IOException, InterruptedException {
      PrintWriter out = spec.commandLine().getOut();
      try (ApiClient api = client.open()) {
        JsonNode went =
            api.post(path(id) + "/replay", JsonNodeFactory.instance.objectNode(), PLACE).body();
        if (client.json()) {
          Output.json(out, went);
        } else {
          out.println("sent again: " + place(went));
        }
        out.flush();
        return ExitCode.OK;
      }
    }
  }
}
