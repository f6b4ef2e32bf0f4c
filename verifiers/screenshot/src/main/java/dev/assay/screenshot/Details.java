package dev.assay.screenshot;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.screenshot.Judge.Comparison;
import org.jspecify.annotations.Nullable;

/**
 * The verifier's own document: sizes, counts and the boxes that differ, as canonical JSON. Its
 * schema is {@code screenshot-diff.schema.json}.
 */
final class Details {

  /** The media type under which the document is stored. */
  static final String MEDIA_TYPE = "application/vnd.assay.screenshot-diff+json";

  /** What stands before the first region in the document. */
  static final String REGIONS = "\"regions\":[";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final ArtifactRef candidate;
  private final @Nullable ArtifactRef baseline;
  private final Comparison comparison;
  private final ScreenshotConfig config;
  private final @Nullable String difference;

  Details(
      ArtifactRef candidate,
      @Nullable ArtifactRef baseline,
      Comparison comparison,
      ScreenshotConfig config,
      @Nullable String difference) {
    this.candidate = candidate;
    this.baseline = baseline;
    this.comparison = comparison;
    this.config = config;
    this.difference = difference;
  }

  byte[] document() {
    ObjectNode root = JSON.objectNode();
    root.put("documentType", "screenshot-diff/v1");
    root.put("result", comparison.result(config).name());
    root.put("summary", Judge.summary(comparison, config));
    root.set("candidate", image(candidate, comparison.candidate()));
    if (baseline != null) {
      root.set("baseline", image(baseline, comparison.baseline()));
    }
    InconclusiveReason reason = comparison.reason();
    if (reason != null) {
      root.put("trouble", reason.code());
    }
    PixelDiff diff = comparison.diff();
    if (diff != null) {
      ObjectNode counts = root.putObject("counts");
      counts.put("compared", diff.compared());
      counts.put("differing", diff.different());
      counts.put("tolerated", config.tolerated(diff.compared()));
      counts.put("smoothed", diff.smoothed());
      counts.put("masked", diff.masked());
    }
    if (difference != null) {
      root.put("difference", difference);
    }
    ArrayNode regions = root.putArray("regions");
    comparison.regions().stream()
        .limit(ScreenshotLimits.REGIONS_MAX)
        .forEach(region -> regions.add(node(region)));
    root.put("regionsOmitted", comparison.regions().size() - regions.size());
    return CanonicalJson.bytes(root);
  }

  private static ObjectNode image(ArtifactRef artifact, @Nullable ImageHeader header) {
    ObjectNode node = JSON.objectNode();
    node.put("sha256", artifact.sha256());
    if (header != null) {
      node.put("format", header.format().code());
      node.put("width", header.width());
      node.put("height", header.height());
    }
    return node;
  }

  private static ObjectNode node(Regions.Region region) {
    ObjectNode node = JSON.objectNode();
    node.put("x", region.box().x());
    node.put("y", region.box().y());
    node.put("width", region.box().width());
    node.put("height", region.box().height());
    node.put("pixels", region.pixels());
    return node;
  }

  /** A region as the document has it. */
  static String region(Regions.Region region) {
    return CanonicalJson.text(node(region));
  }
}
