package dev.assay.agencyverify.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.agencyverify.agency.AgencyFailure;
import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import dev.assay.agencyverify.agency.OneLine;
import dev.assay.agencyverify.agency.RunLocation;
import dev.assay.agencyverify.agency.RunView;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code assay runs list|show}: what the agency data directory holds, so that a person sees which
 * run needs attention.
 *
 * <p>Exit codes: 0 shown; 1 not found or not readable; 2 usage.
 */
public final class RunsCli {

  private static final String HELP =
      """
      usage: assay runs list [--all] [--repo <path>] [--json]
             assay runs show <run> [--repo <path>] [--json]

        list                active runs with their status; --all adds archived ones
        show <run>          one run: id, the start of one, or the name of an active run
        --repo <path>       only this repository
        --json              one JSON document on standard output

      Examples:
        assay runs list --all
        assay runs show fix-login --json

      exit codes: 0 shown, 1 not found or not readable, 2 usage
      """;

  private static final Set<String> OPTIONS = Set.of("--repo");
  private static final Set<String> SWITCHES = Set.of("--json", "--all", "--help", "-h");
  private static final List<String> HEADINGS =
      List.of("RUN", "NAME", "STATUS", "REASON", "LAST VERIFY", "REPO");

  /** A time down to the second, and what is behind that; the document has it whole. */
  private static final Pattern FRACTION =
      Pattern.compile("^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\.\\d+");

  private RunsCli() {}

  /** Runs the command for this JVM's caller. */
  public static int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, Caller.ofThisProcess(out, err));
  }

  /** Runs the command for {@code caller}. */
  public static int run(List<String> args, Caller caller) {
    try {
      Arguments arguments = Arguments.parse(args, OPTIONS, SWITCHES);
      if (arguments.has("--help") || arguments.has("-h")) {
        caller.out().print(HELP);
        return 0;
      }
      List<String> words = arguments.words();
      if (words.size() == 1 && words.getFirst().equals("list")) {
        list(arguments, caller);
      } else if (words.size() == 2 && words.getFirst().equals("show")) {
        show(words.get(1), arguments, caller);
      } else {
        throw Arguments.usage(
            "expected 'list' or 'show <run>', found '%s'".formatted(String.join(" ", words)));
      }
      caller.out().flush();
      return 0;
    } catch (AgencyFailure e) {
      caller.err().println(e.line());
      if (e.code() == AgencyCode.USAGE) {
        caller.err().print(HELP);
      }
      return e.code().exitCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      caller.err().println(AgencyCode.INTERNAL.code() + ": interrupted; run the command again");
      return 1;
    }
  }

  private static void list(Arguments arguments, Caller caller)
      throws AgencyFailure, InterruptedException {
    Optional<String> repo = arguments.option("--repo");
    Optional<String> repoId =
        repo.isPresent() ? Optional.of(caller.repoId(repo.get())) : Optional.empty();
    List<ObjectNode> rows = new ArrayList<>();
    for (RunLocation run : caller.catalog().runs()) {
      RunView view = RunView.of(run);
      boolean wanted = repoId.isEmpty() || repoId.get().equals(run.repoId());
      if (wanted && (arguments.has("--all") || !view.isArchived())) {
        rows.add(view.json());
      }
    }
    if (arguments.has("--json")) {
      ObjectNode document = JsonNodeFactory.instance.objectNode().put("schema_version", "1.0");
      ArrayNode runs = document.putArray("runs");
      rows.forEach(runs::add);
      print(document, caller);
    } else {
      table(rows, caller.out());
    }
  }

  private static void table(List<ObjectNode> rows, PrintStream out) {
    List<List<String>> lines = new ArrayList<>(List.of(HEADINGS));
    for (ObjectNode row : rows) {
      lines.add(
          List.of(
              cell(row, "run_id"),
              cell(row, "name"),
              cell(row, "status"),
              cell(row, "needs_attention_reason"),
              FRACTION.matcher(cell(row, "last_verify_at")).replaceFirst("$1"),
              cell(row, "repo_id")));
    }
    int[] widths = new int[HEADINGS.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        text.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length() + 2));
      }
      out.println(text.toString().stripTrailing());
    }
  }

  private static void show(String word, Arguments arguments, Caller caller)
      throws AgencyFailure, InterruptedException {
    RunLocation run = caller.find(word, arguments.option("--repo"));
    ObjectNode detail = RunView.of(run).detail();
    if (arguments.has("--json")) {
      detail.put("schema_version", "1.0");
      print(detail, caller);
      return;
    }
    PrintStream out = caller.out();
    for (String member :
        List.of(
            "run_id",
            "repo_id",
            "name",
            "branch",
            "status",
            "needs_attention_reason",
            "last_verify_at",
            "worktree_path")) {
      line(out, member, cell(detail, member));
    }
    JsonNode record = detail.path("verify_record");
    for (String member : List.of("ok", "exit_code", "signal", "summary", "error")) {
      line(out, "verify_" + member, cell(record, member));
    }
    line(out, "isolation", cell(detail.path("verify_execution").path("isolation"), "in_force"));
    line(out, "verify_record", run.record().toString());
    line(out, "verify_log", run.log().toString());
  }

  private static void line(PrintStream out, String name, String value) {
    out.println("%s: %s".formatted(name, value.isEmpty() ? "-" : value));
  }

  private static String cell(JsonNode row, String member) {
    JsonNode value = row.path(member);
    return value.isNull() ? "" : OneLine.of(value.asText(""));
  }

  private static void print(JsonNode document, Caller caller) {
    caller.out().writeBytes(RunView.printed(document));
  }
}
