package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says why a work item stands where it stands. */
@Command(
    name = "explain",
    description = {
      "Explain a work item: what was claimed, what was verified and how it is known, what failed",
      "with the bytes behind the pointer, what nobody can see, what would help. What verifiers and",
      "artifacts say is shown without control characters and is not to be trusted."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 promoted, 1 failed, 2 undecided or not decided yet, 3 operational error")
public final class ExplainCommand implements Callable<Integer> {

  private static final Map<String, JsonNodeType> EXPLANATION =
      Map.of(
          "workItem", JsonNodeType.STRING,
          "status", JsonNodeType.STRING,
          "attempt", JsonNodeType.NUMBER,
          "claimed", JsonNodeType.ARRAY,
          "checks", JsonNodeType.ARRAY,
          "help", JsonNodeType.ARRAY);

  private static final int DIGEST_CHARS = 12;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(paramLabel = "WORK-ITEM", description = "the work item, or the beginning of its id")
  private String id = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open()) {
      JsonNode explained =
          WorkItemIds.about(api, id, path -> api.json(path + "/explanation", EXPLANATION));
      client.print(out, explained, ExplainCommand::print);
      JsonNode decision = explained.path("decision");
      return decision.isMissingNode()
          ? ExitCode.UNDECIDED
          : Decisions.exitCode(
              decision.path("kind").asText(),
              decision.path("reasons").valueStream().map(reason -> reason.path("code").asText()));
    }
  }

  private static void print(PrintWriter out, JsonNode explained) {
    out.println(
        plain(explained, "workItem")
            + "  "
            + plain(explained, "status")
            + ", attempt "
            + explained.path("attempt").asInt());
    decision(out, explained.path("decision"));
    for (JsonNode code : explained.path("refusals")) {
      out.println("refused    " + Output.plain(code.asText()));
    }
    if (!explained.path("claimed").isEmpty()) {
      out.println();
      out.println("judged");
    }
    for (JsonNode artifact : explained.path("claimed")) {
      out.println(
          "  "
              + plain(artifact, "role")
              + "  sha256 "
              + plain(artifact, "sha256")
              + (artifact.hasNonNull("expired") ? "  expired " + plain(artifact, "expired") : ""));
    }
    explained.path("checks").forEach(check -> check(out, check));
    if (!explained.path("help").isEmpty()) {
      out.println();
      out.println("what would help");
    }
    explained.path("help").forEach(help -> out.println("  - " + Output.line(help.asText())));
    out.flush();
  }

  private static void decision(PrintWriter out, JsonNode decision) {
    if (decision.isMissingNode()) {
      out.println("  nothing is decided yet");
      return;
    }
    out.println();
    out.println(
        "decision   "
            + plain(decision, "kind")
            + " on attempt "
            + decision.path("attempt").asInt());
    for (JsonNode reason : decision.path("reasons")) {
      out.println("  " + plain(reason, "code") + ": " + line(reason, "meaning"));
    }
    if (decision.hasNonNull("evidence")) {
      out.println("  known " + known(decision.path("evidence").asText()));
    }
    if (decision.hasNonNull("needed")) {
      out.println("  needed " + Output.line(decision.path("needed").toString()));
    }
    for (JsonNode each : decision.path("uncleared").path("failures")) {
      out.println("  not seen to pass " + Output.line(each.toString()));
    }
  }

  private static void check(PrintWriter out, JsonNode check) {
    out.println();
    out.println(
        "verified   "
            + plain(check, "verifier")
            + " "
            + plain(check, "version")
            + (check.hasNonNull("lens") ? ", " + plain(check, "lens") : "")
            + ": "
            + plain(check, "result"));
    out.println(
        "  known    "
            + known(check.path("result").asText(), check.path("basis").asText("CLAIMED"))
            + (check.hasNonNull("isolation") ? "; isolation " + plain(check, "isolation") : ""));
    if (check.hasNonNull("submittedBy")) {
      out.println("  sent by  " + plain(check, "submittedBy"));
    }
    if (check.hasNonNull("witnessedBy")) {
      out.println("  vouched  " + line(check, "witnessedBy"));
    }
    out.println(
        "  summary  "
            + (check.hasNonNull("untrustedSummary")
                ? line(check, "untrustedSummary")
                : "the server cannot reach the report"));
    for (JsonNode failure : check.path("failures")) {
      out.println("  failed   " + line(failure, "untrustedText"));
      out.println(
          "           signature "
              + plain(failure, "id")
              + (failure.hasNonNull("variant") ? ", variant " + plain(failure, "variant") : ""));
    }
    check.path("places").forEach(place -> place(out, place));
    for (JsonNode blind : check.path("blind")) {
      out.println(
          "  blind    "
              + line(blind, "untrustedBlindSpot")
              + " ("
              + plain(blind, "why")
              + ", risk "
              + plain(blind, "risk")
              + "): "
              + line(blind, "untrustedBound"));
    }
    if (!check.path("result").asText().equals("PASS")) {
      for (JsonNode action : check.path("untrustedNextActions")) {
        out.println("  advice   " + Output.line(action.asText()));
      }
    }
    out.println("  signed   attestation " + plain(check, "attestation"));
  }

  private static void place(PrintWriter out, JsonNode place) {
    long offset = place.path("offset").asLong();
    out.println(
        "  at       "
            + Output.line(place.path("artifact").asText(), DIGEST_CHARS)
            + "…, bytes "
            + offset
            + " to "
            + (offset + place.path("length").asLong()));
    if (place.hasNonNull("untrustedExcerpt")) {
      out.println("           | " + line(place, "untrustedExcerpt"));
    }
  }

  /** How a check knows its result; one that came to none knows nothing, whatever it read. */
  static String known(String result, String basis) {
    return result.equals("INCONCLUSIVE") ? "nothing: the check came to no result" : known(basis);
  }

  private static String known(String basis) {
    return switch (basis) {
      case "CLAIMED" -> "as claimed: read from what was handed in";
      case "WITNESSED" -> "as witnessed: somebody else vouches for the same bytes";
      case "OBSERVED" -> "as observed: the verifier asked the ground truth itself";
      case "REEXECUTED" -> "by running it: Assay ran the check in its own sandbox";
      default -> "as " + Output.plain(basis);
    };
  }

  private static String plain(JsonNode node, String member) {
    return Output.plain(node.path(member).asText());
  }

  private static String line(JsonNode node, String member) {
    return Output.line(node.path(member).asText());
  }
}
