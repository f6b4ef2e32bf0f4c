package dev.assay.gate.ci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;

/** The verdict in the JSON documents that forges and their tools read. */
public final class JsonDocuments {

  /** Where a finding is shown, since forges want a file: what names the evidence. */
  private static final String FILE = ".assay.yaml";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /**
   * A finding of the job.
   *
   * @param fingerprint equal for the same finding of another run
   */
  private record Finding(String rule, boolean error, String text, String fingerprint) {}

  private JsonDocuments() {}

  /**
   * The Common Test Report Format (ctrf.io): a test for each verification, {@code other} when it is
   * INCONCLUSIVE, and one for the decision, which passes only when the work was promoted.
   *
   * @param startMillis when the job began, since 1970
   * @param stopMillis when it ended
   */
  public static JsonNode ctrf(CiOutcome outcome, long startMillis, long stopMillis) {
    ArrayNode tests = JSON.arrayNode();
    for (CiOutcome.Check check : outcome.checks()) {
      String status =
          switch (check.result()) {
            case "PASS" -> "passed";
            case "FAIL" -> "failed";
            default -> "other";
          };
      ObjectNode test = test(tests, check.verifier(), status, 0);
      if (!check.failures().isEmpty()) {
        test.put("message", check.failures().getFirst().name());
      }
    }
    boolean promoted = outcome.state() == CiOutcome.State.PROMOTED;
    test(tests, "decision", promoted ? "passed" : "failed", stopMillis - startMillis)
        .put("message", outcome.summary());
    ObjectNode document = JSON.objectNode().put("reportFormat", "CTRF").put("specVersion", "0.0.0");
    ObjectNode results = document.putObject("results");
    results.putObject("tool").put("name", "assay");
    ObjectNode summary = results.putObject("summary").put("tests", tests.size());
    for (String status : List.of("passed", "failed", "pending", "skipped", "other")) {
      summary.put(
          status,
          tests.valueStream().filter(each -> each.path("status").asText().equals(status)).count());
    }
    summary.put("start", startMillis).put("stop", stopMillis);
    results.set("tests", tests);
    return document;
  }

  private static ObjectNode test(ArrayNode tests, String name, String status, long millis) {
    ObjectNode test =
        tests.addObject().put("name", name).put("status", status).put("duration", millis);
    test.putArray("suite").add("assay");
    return test;
  }

  /** SARIF 2.1.0 (OASIS); no result when the work was promoted. */
  public static JsonNode sarif(CiOutcome outcome) {
    ObjectNode document =
        JSON.objectNode()
            .put("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            .put("version", "2.1.0");
    ObjectNode run = document.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver").put("name", "assay");
    ArrayNode rules = driver.putArray("rules");
    List<Finding> findings = findings(outcome);
    findings.stream()
        .map(Finding::rule)
        .distinct()
        .forEach(rule -> rules.addObject().put("id", rule));
    ArrayNode results = run.putArray("results");
    for (Finding finding : findings) {
      ObjectNode result =
          results
              .addObject()
              .put("ruleId", finding.rule())
              .put("level", finding.error() ? "error" : "warning");
      result.putObject("message").put("text", finding.text());
      ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
      place.putObject("artifactLocation").put("uri", FILE);
      place.putObject("region").put("startLine", 1);
      result.putObject("partialFingerprints").put("assay/v1", finding.fingerprint());
    }
    return document;
  }

  /** GitLab's code quality report; empty when the work was promoted. */
  public static JsonNode codeQuality(CiOutcome outcome) {
    ArrayNode document = JSON.arrayNode();
    for (Finding finding : findings(outcome)) {
      ObjectNode issue =
          document
              .addObject()
              .put("description", finding.text())
              .put("check_name", finding.rule())
              .put("fingerprint", finding.fingerprint())
              .put("severity", finding.error() ? "critical" : "major");
      issue.putObject("location").put("path", FILE).putObject("lines").put("begin", 1);
    }
    return document;
  }

  private static List<Finding> findings(CiOutcome outcome) {
    List<Finding> findings = new ArrayList<>();
    for (CiOutcome.Check check : outcome.checks()) {
      for (CiOutcome.Failure failure : check.failures()) {
        findings.add(
            new Finding(
                "assay/" + check.verifier(),
                true,
                "failed: " + failure.name(),
                Digests.sha256Hex(check.verifier() + ' ' + failure.signature())));
      }
    }
    if (outcome.state() != CiOutcome.State.PROMOTED) {
      findings.add(
          new Finding(
              "assay/decision",
              outcome.state() != CiOutcome.State.UNDECIDED,
              outcome.summary(),
              Json.contentId("ci", List.of(outcome.workItem(), outcome.codes()))));
    }
    return findings;
  }
}
