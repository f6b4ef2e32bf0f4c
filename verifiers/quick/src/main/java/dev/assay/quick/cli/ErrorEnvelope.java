package dev.assay.quick.cli;

import dev.assay.quick.report.ReportText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import java.io.PrintStream;

/** The one JSON line on standard error of a command that ends without a verdict. */
public final class ErrorEnvelope {

  private ErrorEnvelope() {}

  /** The line, without newline; members in the order of the specification. */
  public static String line(ErrorCode code, String message) {
    String text = ReportText.line(message);
    JsonObject evidence = JsonObject.builder().put("referenceCode", code.name()).build();
    JsonObject diagnosis =
        JsonObject.builder()
            .put("summary", text)
            .put("primaryOrigin", code.origin())
            .put("confidence", "high")
            .put("evidence", JsonArray.of(evidence))
            .put(
                "actionableFailure",
                JsonObject.builder()
                    .put("category", code.category())
                    .put("severity", code.severity())
                    .put("recommendedAction", code.action())
                    .put("automationSafe", false)
                    .build())
            .build();
    return JsonText.asWritten(
        JsonObject.builder()
            .put("schemaVersion", 2)
            .put("kind", "execution_truth_layer_error")
            .put("code", code.name())
            .put("message", Json.text(text))
            .put("failureDiagnosis", diagnosis)
            .build());
  }

  /** Writes the line and its newline. */
  public static void write(PrintStream err, ErrorCode code, String message) {
    TextOutput.print(err, line(code, message) + "\n");
  }
}
