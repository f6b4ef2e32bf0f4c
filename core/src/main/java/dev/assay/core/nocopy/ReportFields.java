package dev.assay.core.nocopy;

import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.VerificationReport;
import java.util.LinkedHashMap;
import java.util.Map;

/** The text fields of a report that a verifier fills. */
public final class ReportFields {

  private ReportFields() {}

  /** Every text of {@code report} that could hold pasted words, by its place in the report. */
  public static Map<String, String> of(VerificationReport report) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("summary", report.summary());
    for (int i = 0; i < report.nextActions().size(); i++) {
      fields.put("nextActions[" + i + "]", report.nextActions().get(i));
    }
    for (int i = 0; i < report.failureSignatures().size(); i++) {
      FailureSignature signature = report.failureSignatures().get(i);
      fields.put("failureSignatures[" + i + "].text", signature.text());
    }
    for (int i = 0; i < report.hyperthesis().size(); i++) {
      Hyperthesis hyperthesis = report.hyperthesis().get(i);
      fields.put("hyperthesis[" + i + "].blindSpot", hyperthesis.blindSpot());
      fields.put("hyperthesis[" + i + "].bound", hyperthesis.bound());
    }
    return fields;
  }
}
