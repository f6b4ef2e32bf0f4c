package dev.assay.command;

import dev.assay.process.ProcessOutcome;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a run of a command went, for whoever repairs it: stored beside the report, since all of it is
 * text of the command.
 */
final class Details {

  private static final String MEDIA_TYPE = "application/vnd.assay.command-run+json";

  private final String verifierType;
  private final ProcessOutcome outcome;
  private final BoundedOutput answer;
  private final BoundedOutput errors;
  private @Nullable String problem;

  Details(String verifierType, ProcessOutcome outcome, BoundedOutput answer, BoundedOutput errors) {
    this.verifierType = verifierType;
    this.outcome = outcome;
    this.answer = answer;
    this.errors = errors;
  }

  /** These details with what was wrong with the answer, which may quote it. */
  Details because(String why) {
    problem = why;
    return this;
  }

  /** The finding that nothing is known, with these details. */
  Finding about(VerificationScope scope, ErrorCode code, String summary) throws IOException {
    return Finding.aboutRun(
            code,
            summary,
            Hyperthesis.Why.MISSING_TOOL,
            Risk.HIGH,
            "repair the command; the report's details say what it wrote")
        .withDetails(stored(scope));
  }

  /** {@code finding}, with these details when the command had something to say besides. */
  Finding with(VerificationScope scope, Finding finding) throws IOException {
    return errors.total() == 0 ? finding : finding.withDetails(stored(scope));
  }

  private String stored(VerificationScope scope) throws IOException {
    Map<String, Object> document = new TreeMap<>();
    document.put("verifierType", verifierType);
    document.put("end", end());
    document.put("standardOutputBytes", answer.total());
    document.put("standardErrorBytes", errors.total());
    String text = errors.text();
    document.put(
        "standardError",
        text.substring(0, Math.min(text.length(), CommandLimits.ERROR_BYTES_KEPT)));
    if (problem != null) {
      document.put("problem", problem);
    }
    return scope.store(MEDIA_TYPE, Json.write(document));
  }

  private String end() {
    return switch (outcome.end()) {
      case ProcessEnd.Exited(int code) -> "exit " + code;
      case ProcessEnd.Signalled(String signal) -> signal;
      case ProcessEnd.NotStarted(String reason) -> reason;
    };
  }
}
