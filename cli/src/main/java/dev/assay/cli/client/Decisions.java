package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.core.director.ReasonTexts;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows decisions and refusals of the director to people. */
public final class Decisions {

  /** What a decision has that is shown or judged. */
  static final Map<String, JsonNodeType> MEMBERS =
      Map.of(
          "workItem", JsonNodeType.STRING,
          "attempt", JsonNodeType.NUMBER,
          "kind", JsonNodeType.STRING,
          "reasons", JsonNodeType.ARRAY,
          "attestations", JsonNodeType.ARRAY);

  private static final List<String> HEADINGS =
      List.of("WORK ITEM", "ATTEMPT", "DECISION", "REASONS", "ATTESTATIONS");

  private Decisions() {}

  /** One row per decision. */
  public static void print(PrintWriter out, List<JsonNode> decisions) {
    Output.table(out, HEADINGS, decisions.stream().map(Decisions::row).toList());
  }

  /** One line per change of mood, with what triggered it. */
  static void printMoods(PrintWriter out, List<JsonNode> decisions) {
    for (JsonNode decision : decisions) {
      for (JsonNode change : decision.path("transitions")) {
        out.println(
            "mood       "
                + Output.plain(change.path("from").asText())
                + " -> "
                + Output.plain(change.path("to").asText())
                + "  "
                + Output.plain(change.path("trigger").asText())
                + ", attempt "
                + decision.path("attempt").asText());
      }
    }
  }

  /** What the reasons mean, and what would help. */
  static void printReasons(PrintWriter out, JsonNode decision) {
    List<String> reasons = texts(decision.path("reasons")).toList();
    reasons.forEach(code ->
        out.println("because    " + Output.plain(code) + ": " + ReasonTexts.of(code).meaning()));
    reasons.stream()
        .map(code -> ReasonTexts.of(code).help())
        .filter(Objects::nonNull)
        .distinct()
        .forEach(help -> out.println("next       " + help));
  }

  /** A refusal in one line: its time, code and event, and what was expected and found. */
  static String refusal(JsonNode refusal) {
    String event = refusal.path("eventId").asText("");
    return Output.plain(refusal.path("time").asText())
        + "  "
        + Output.plain(refusal.path("code").asText())
        + (event.isEmpty() ? "" : "  event " + Output.plain(event))
        + ": "
        + Output.line(refusal.path("summary").asText());
  }

  private static List<String> row(JsonNode decision) {
    return List.of(
        decision.path("workItem").asText(),
        decision.path("attempt").asText(),
        decision.path("kind").asText(),
        Output.joined(decision.path("reasons")),
        texts(decision.path("attestations"))
            .map(id -> id.substring(0, Math.min(12, id.length())))
            .collect(Collectors.joining(", ")));
  }

  private static Stream<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText);
  }

  /** 0 promoted, 1 failed, 2 undecided. */
  public static int exitCode(JsonNode decision) {
    return exitCode(decision.path("kind").asText(), texts(decision.path("reasons")));
  }

  /** The same of a decision's kind and the codes of its reasons. */
  static int exitCode(String kind, Stream<String> reasons) {
    boolean failed = reasons.anyMatch(reason -> reason.equals("VERIFICATION_FAILED"));
    return switch (kind) {
      case "PROMOTE" -> ExitCode.OK;
      case "RETRY", "HALT", "DEMOTE" -> ExitCode.NEGATIVE;
      default -> failed ? ExitCode.NEGATIVE : ExitCode.UNDECIDED;
    };
  }
}
