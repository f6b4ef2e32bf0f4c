package dev.assay.cfverify;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes a report as one JSON object on one line, UTF-8. */
public final class ReportJson {

  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private ReportJson() {}

  /** The bytes, with a line feed at the end. The same report gives the same bytes. */
  public static byte[] bytes(VerifyReport report) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = MAPPER.createGenerator(text)) {
      write(json, report);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
    text.append('\n');
    return escapeLoneSurrogates(text.toString()).getBytes(StandardCharsets.UTF_8);
  }

  private static void write(JsonGenerator json, VerifyReport report) throws IOException {
    json.writeStartObject();
    json.writeStringField("version", "VerifyReport.v1");
    json.writeStringField("task_id", report.taskId());
    json.writeStringField("status", report.status().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("checked", report.checked());
    json.writeNumberField("passed", report.passed());
    json.writeNumberField("failed", report.failed());
    json.writeArrayFieldStart("failures");
    for (VerifyReport.Failure failure : report.failures()) {
      json.writeStartObject();
      json.writeStringField("claim_id", failure.claimId());
      json.writeStringField("reason", failure.reason());
      json.writeFieldName("evidence");
      json.writeTree(failure.evidence());
      json.writeEndObject();
    }
    json.writeEndArray();
    String recommendation = report.recommendation();
    if (recommendation != null) {
      json.writeStringField("recommendation", recommendation);
    }
    json.writeEndObject();
  }

  /** UTF-8 has no lone surrogates; JSON text can only hold them inside strings, escaped. */
  private static String escapeLoneSurrogates(String json) {
    StringBuilder escaped = new StringBuilder(json.length());
    for (int at = 0; at < json.length(); at++) {
      char c = json.charAt(at);
      if (!Character.isSurrogate(c)) {
        escaped.append(c);
      } else if (Character.isHighSurrogate(c)
          && at + 1 < json.length()
          && Character.isLowSurrogate(json.charAt(at + 1))) {
        escaped.append(c).append(json.charAt(++at));
      } else {
        escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return escaped.toString();
  }
}
