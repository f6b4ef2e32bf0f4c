package dev.assay.reexecution;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.failure.PlainText;
import dev.assay.reexecution.CommandRun.Kept;
import dev.assay.reexecution.ReexecutionFindings.ReexecutionResult;
import dev.assay.reexecution.TrustedOverlay.Difference;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.verifier.Finding;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The verifier's own document: what was run, what it left, and the names of tests and files that
 * the report only counts, as canonical JSON without times. Its schema is {@code
 * reexecution-summary.schema.json}.
 */
final class ReexecutionDetails {

  /** The media type under which the document is stored. */
  static final String MEDIA_TYPE = "application/vnd.assay.reexecution-summary+json";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ReexecutionDetails() {}

  static byte[] document(ReexecutionResult seen, Finding finding, @Nullable FlakeRate rate) {
    ObjectNode root = JSON.objectNode();
    root.put("documentType", "reexecution-summary/v1");
    root.put("workspace", seen.workspace().sha256());
    root.put("command", seen.command().name());
    root.put("commandDigest", seen.command().digest());
    root.put("isolation", seen.isolation().label());
    root.put("result", finding.result().name());
    root.put("summary", finding.summary());
    ArrayNode sources = root.putArray("sources");
    seen.sources().forEach(sources::add);
    root.set("run", run(seen.run()));
    CommandRun asSubmitted = seen.asSubmitted();
    if (asSubmitted != null) {
      root.set("asSubmitted", run(asSubmitted));
    }
    root.set("protected", differences(seen.differences()));
    root.set("claim", claim(seen));
    if (rate != null) {
      root.putObject("repeated")
          .put("tests", rate.tests())
          .put("alone", rate.alone())
          .put("runs", rate.runs())
          .put("failed", rate.failed())
          .put("rate", rate.rate())
          .put("lower", rate.lower())
          .put("upper", rate.upper());
    }
    return CanonicalJson.bytes(root);
  }

  private static ObjectNode run(CommandRun run) {
    ObjectNode node = JSON.objectNode();
    node.put("end", run.end());
    node.set("log", kept(run.log()));
    ArrayNode reports = node.putArray("reports");
    run.files().stream()
        .limit(ReexecutionLimits.NAMES_LISTED_MAX)
        .forEach(file -> reports.add(kept(file)));
    node.put("reportsOmitted", run.files().size() - reports.size());
    node.put("executed", run.reports().executed());
    node.put("failed", run.reports().failing());
    node.put("skipped", run.reports().skipped());
    return node;
  }

  private static ObjectNode kept(Kept document) {
    return JSON.objectNode().put("sha256", document.sha256()).put("bytes", document.bytes());
  }

  private static ObjectNode differences(List<Difference> differences) {
    ObjectNode node = JSON.objectNode();
    ArrayNode files = node.putArray("files");
    differences.stream()
        .limit(ReexecutionLimits.NAMES_LISTED_MAX)
        .forEach(difference ->
            files
                .addObject()
                .put("path", plain(difference.path()))
                .put("change", difference.change().name().toLowerCase(Locale.ROOT))
                .put("replaced", difference.replaced()));
    return node.put("omitted", differences.size() - files.size());
  }

  private static ObjectNode claim(ReexecutionResult seen) {
    ClaimComparison claim = seen.claim();
    ObjectNode node = JSON.objectNode();
    node.put("state", claim.state().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    ArrayNode reports = node.putArray("reports");
    seen.claimed().forEach(report -> reports.add(report.sha256()));
    node.set("failing", names(claim.failing()));
    node.set("unknown", names(claim.unknown()));
    node.set("concealed", names(claim.concealed()));
    node.set("leftOut", names(claim.leftOut()));
    node.set("notRun", names(claim.notRun()));
    node.put("ownTests", seen.ownTests());
    return node.put("unresolved", seen.unresolved());
  }

  private static ObjectNode names(Collection<String> all) {
    ObjectNode node = JSON.objectNode();
    ArrayNode names = node.putArray("names");
    all.stream().limit(ReexecutionLimits.NAMES_LISTED_MAX).forEach(name -> names.add(plain(name)));
    return node.put("omitted", all.size() - names.size());
  }

  private static String plain(String strange) {
    return PlainText.of(strange, ReexecutionLimits.NAME_CHARS_MAX)
        .replace('\n', ' ')
        .replace('\t', ' ');
  }
}
