package dev.assay.quick.vectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The machine facts of one run, in the shape in which the vectors state them. */
final class Projection {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Projection() {}

  static JsonNode of(Observation seen, boolean implementationSpecific)
      throws JsonProcessingException {
    if (seen.exitCode() == 3) {
      return failure(seen);
    }
    JsonNode report = parse(seen.report());
    ObjectNode out = NODES.objectNode();
    out.put("exitCode", seen.exitCode());
    out.set("errorCode", NullNode.instance);
    out.set("verdict", orNull(report.get("verdict")));
    if (implementationSpecific) {
      return out;
    }
    out.put("stdoutLines", seen.stdout().endsWith("\n") ? seen.stdout().lines().count() : -1);
    out.put("tmpFilesLeft", seen.temporaryFiles());
    out.set("extraFiles", strings(seen.extraFiles()));
    out.set("humanAnchors", HumanAnchors.of(seen.stderr()));
    if (!report.isNull()) {
      report(out, report);
    }
    out.set("registry", registry(seen));
    out.set("events", events(seen));
    JsonNode certificate = parse(seen.stdout().isBlank() ? null : seen.stdout());
    out.set(
        "certificate",
        certificate.isNull() ? NullNode.instance : CertificateProjection.of(certificate));
    return out;
  }

  private static JsonNode failure(Observation seen) throws JsonProcessingException {
    List<String> lines = seen.stderr().lines().filter(line -> !line.isBlank()).toList();
    ObjectNode out = NODES.objectNode();
    out.put("exitCode", 3);
    out.set("errorCode", orNull(parse(lines.isEmpty() ? null : lines.getLast()).get("code")));
    out.set("verdict", NullNode.instance);
    out.put("stdoutBytesZero", seen.stdout().isEmpty());
    out.put("stderrLines", lines.size());
    out.put("registryWritten", seen.registry() != null);
    out.put("eventsWritten", seen.events() != null);
    out.put("tmpFilesLeft", seen.temporaryFiles());
    out.set("extraFiles", strings(seen.extraFiles()));
    return out;
  }

  private static void report(ObjectNode out, JsonNode report) {
    ObjectNode head = pick(report, "schemaVersion", "verificationMode", "scope");
    JsonNode truth = report.path("productTruth");
    head.set("contractReplayPartialCoverage", orNull(truth.get("contractReplayPartialCoverage")));
    head.set("quickVerifyProvisional", orNull(truth.get("quickVerifyProvisional")));
    ArrayNode ids = head.putArray("exportedToolIds");
    report.path("exportableRegistry").path("tools").forEach(tool -> ids.add(tool.get("toolId")));
    out.set("report", head);
    out.set(
        "ingest", pick(report.path("ingest"), "reasonCodes", "malformedLineCount", "actionCount"));
    out.set("headerReasonCodes", orEmpty(report.get("runHeaderReasonCodes")));
    ArrayNode warnings = out.putArray("warnings");
    report.path("ingestWarnings").forEach(w -> warnings.add(pick(w, "code", "actionKey")));
    ArrayNode units = out.putArray("units");
    report.path("units").forEach(unit -> units.add(UnitProjection.of(unit)));
  }

  private static JsonNode registry(Observation seen) throws JsonProcessingException {
    JsonNode tools = parse(seen.registry());
    tools.forEach(tool -> ((ObjectNode) tool).remove("effectDescriptionTemplate"));
    return tools;
  }

  private static JsonNode events(Observation seen) throws JsonProcessingException {
    String events = seen.events();
    if (events == null) {
      return NullNode.instance;
    }
    ArrayNode out = NODES.arrayNode();
    for (String line : events.lines().toList()) {
      out.add(parse(line));
    }
    return out;
  }

  static JsonNode parse(@Nullable String text) throws JsonProcessingException {
    return text == null ? NullNode.instance : VectorCase.JSON.readTree(text);
  }

  static ObjectNode pick(JsonNode from, String... names) {
    ObjectNode out = NODES.objectNode();
    for (String name : names) {
      if (from.has(name)) {
        out.set(name, from.get(name));
      }
    }
    return out;
  }

  static JsonNode orNull(@Nullable JsonNode node) {
    return node == null ? NullNode.instance : node;
  }

  static JsonNode orEmpty(@Nullable JsonNode node) {
    return node == null ? NODES.arrayNode() : node;
  }

  private static ArrayNode strings(List<String> values) {
    ArrayNode out = NODES.arrayNode();
    values.forEach(out::add);
    return out;
  }
}
