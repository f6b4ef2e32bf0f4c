package dev.assay.testreport;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.Tally.Suite;
import dev.assay.verifier.Finding;
import org.jspecify.annotations.Nullable;

/**
 * The verifier's own document: counts, suites and failures with their places, as canonical JSON.
 * Its schema is {@code test-report-summary.schema.json}.
 */
final class Details {

  /** The media type under which the document is stored. */
  static final String MEDIA_TYPE = "application/vnd.assay.test-report-summary+json";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Details() {}

  static byte[] document(
      Tally tally, Finding finding, ArtifactRef artifact, @Nullable Integer exitCode) {
    ObjectNode root = JSON.objectNode();
    root.put("documentType", "test-report-summary/v1");
    root.put("artifact", artifact.sha256());
    root.put("format", tally.format().code());
    root.put("result", finding.result().name());
    root.put("summary", finding.summary());
    if (exitCode != null) {
      root.put("exitCode", exitCode);
    }
    root.set("counts", counts(tally.counts()));
    root.set("findings", findings(tally));
    ArrayNode reasons = root.putArray("troubles");
    tally.reasons().forEach(reason -> reasons.add(reason.code()));
    ArrayNode suites = root.putArray("suites");
    for (Suite suite : tally.suites()) {
      ObjectNode node = suites.addObject();
      node.put("name", suite.name());
      node.set("counts", counts(suite.counts()));
      span(node, suite.span());
    }
    root.put("suitesOmitted", tally.suitesSeen() - tally.suites().size());
    ArrayNode failures = root.putArray("failures");
    tally.failures().stream()
        .limit(TestReportLimits.FAILURES_LISTED_MAX)
        .forEach(failure -> {
          ObjectNode node = failures.addObject();
          node.put("name", failure.name());
          node.put("status", failure.status());
          node.put("signature", failure.signature().id());
          span(node, failure.span());
        });
    root.put("failuresOmitted", tally.failuresSeen() - failures.size());
    return CanonicalJson.bytes(root);
  }

  private static ObjectNode counts(Counts counts) {
    ObjectNode node = JSON.objectNode();
    for (Outcome outcome : Outcome.values()) {
      node.put(outcome.code(), counts.of(outcome));
    }
    return node;
  }

  private static ObjectNode findings(Tally tally) {
    ObjectNode node = JSON.objectNode();
    for (Severity severity : Severity.values()) {
      node.put(severity.code(), tally.scan().findings(severity));
    }
    node.put("blocking", tally.scan().blocking());
    node.put("suppressed", tally.scan().suppressed());
    return node;
  }

  private static void span(ObjectNode node, Span span) {
    node.put("offset", span.offset());
    node.put("length", span.length());
  }
}
