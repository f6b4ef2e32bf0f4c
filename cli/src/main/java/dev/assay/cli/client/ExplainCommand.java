package dev.assay.cli.client;

import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.cli.client.Explanation.BlindSpot;
import dev.assay.cli.client.Explanation.Check;
import dev.assay.cli.client.Explanation.Decided;
import dev.assay.cli.client.Explanation.Judged;
import dev.assay.cli.client.Explanation.Place;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  private static final int DIGEST_CHARS = 12;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

  @Parameters(paramLabel = "WORK-ITEM", description = "the work item")
  private String id = "";

  @Option(
      names = "--evidence-url",
      paramLabel = "URL",
      description =
          "where artifacts and reports are, in a fleet the ingest service (default: --url)")
  private @Nullable String evidenceUrl;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient api = client.open();
        ApiClient evidence = client.open(evidenceUrl)) {
      Explanation explanation = Explanation.of(api, evidence, id);
      if (client.json()) {
        Output.json(out, Json.toTree(explanation));
      } else {
        print(out, explanation);
      }
      Decided decision = explanation.decision();
      return decision == null
          ? ExitCode.UNDECIDED
          : Decisions.exitCode(
              decision.kind(), decision.reasons().stream().map(Explanation.Reason::code));
    }
  }

  static void print(PrintWriter out, Explanation explanation) {
    out.println(
        Output.plain(explanation.workItem())
            + "  "
            + Output.plain(explanation.status())
            + ", attempt "
            + explanation.attempt());
    Decided decision = explanation.decision();
    if (decision == null) {
      out.println("  nothing is decided yet");
    } else {
      out.println();
      out.println("decision   " + decision.kind() + " on attempt " + decision.attempt());
      decision
          .reasons()
          .forEach(
              reason -> out.println("  " + Output.plain(reason.code()) + ": " + reason.meaning()));
    }
    explanation.refusals().forEach(code -> out.println("refused    " + Output.plain(code)));
    claimed(out, explanation);
    explanation.checks().forEach(check -> print(out, check));
    if (!explanation.help().isEmpty()) {
      out.println();
      out.println("what would help");
      explanation.help().forEach(each -> out.println("  - " + Output.line(each)));
    }
    out.flush();
  }

  /** What came with the attempt: claims by their bytes, which nobody has to believe. */
  private static void claimed(PrintWriter out, Explanation explanation) {
    Set<Judged> artifacts = new LinkedHashSet<>();
    explanation.checks().forEach(check -> artifacts.addAll(check.artifacts()));
    if (artifacts.isEmpty()) {
      return;
    }
    out.println();
    out.println("claimed, by");
    artifacts.forEach(
        each -> out.println("  " + Output.plain(each.role()) + "  sha256 " + each.sha256()));
  }

  private static void print(PrintWriter out, Check check) {
    out.println();
    out.println(
        "verified   "
            + Output.plain(check.verifier())
            + " "
            + Output.plain(check.version())
            + (check.lens() == null ? "" : ", " + Output.plain(check.lens()))
            + ": "
            + check.result());
    String basis = check.basis();
    out.println(
        "  known    "
            + (basis == null ? "as claimed: read from what was handed in" : known(basis))
            + (check.isolation() == null ? "" : "; isolation " + Output.plain(check.isolation())));
    if (check.summary() == null) {
      out.println("  summary  not to be read here; see --evidence-url");
    } else {
      out.println("  summary  " + Output.line(check.summary()));
    }
    check.failures().forEach(each -> out.println("  failed   " + Output.line(each)));
    check.places().forEach(place -> print(out, place));
    for (BlindSpot blind : check.blind()) {
      out.println(
          "  blind    "
              + Output.line(blind.blindSpot())
              + " ("
              + Output.plain(blind.why())
              + ", risk "
              + Output.plain(blind.risk())
              + "): "
              + Output.line(blind.bound()));
    }
    out.println("  signed   attestation " + check.attestation());
  }

  private static void print(PrintWriter out, Place place) {
    out.println(
        "  at       "
            + Output.line(place.artifact(), DIGEST_CHARS)
            + "…, bytes "
            + place.offset()
            + " to "
            + (place.offset() + place.length()));
    String excerpt = place.excerpt();
    if (excerpt != null) {
      out.println("           | " + excerpt);
    }
  }

  private static String known(String basis) {
    return switch (basis) {
      case "CLAIMED" -> "as claimed: read from what was handed in";
      case "WITNESSED" -> "as witnessed: somebody else vouches for the same bytes";
      case "OBSERVED" -> "as observed: the verifier asked the ground truth itself";
      case "REEXECUTED" -> "by running it: Assay ran the check in its own sandbox";
      default -> Output.plain(basis).toLowerCase(Locale.ROOT);
    };
  }
}
