package dev.assay.screenshot;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import dev.assay.screenshot.Regions.Box;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The policy's configuration of this verifier; see {@code docs/screenshot.md}.
 *
 * @param threshold colour distance, 0 to 1, up to which two pixels are the same
 * @param pixelsMax differing pixels that are tolerated
 * @param ratioMax share of the compared pixels that is tolerated; the larger of both counts
 * @param ignoresAntialiasing whether pixels that only anti-aliasing explains do not count
 * @param baselines digests of approved baselines; none approves every baseline
 */
record ScreenshotConfig(
    double threshold,
    long pixelsMax,
    double ratioMax,
    boolean ignoresAntialiasing,
    List<Box> masks,
    List<String> baselines) {

  private static final double THRESHOLD_DEFAULT = 0.1;
  private static final Set<String> MEMBERS =
      Set.of(
          "threshold",
          "maxDifferingPixels",
          "maxDifferingRatio",
          "ignoreAntialiasing",
          "masks",
          "baselines");

  /**
   * The configuration that {@code json} holds; an absent member has its default.
   *
   * @throws IllegalArgumentException when policy holds something else: the policy is to be repaired
   */
  static ScreenshotConfig parse(String json) {
    JsonNode node =
        switch (Json.tree(json.getBytes(StandardCharsets.UTF_8))) {
          case Parsed.Accepted<JsonNode>(JsonNode tree) -> tree;
          case Parsed.Rejected<JsonNode>(var rejection) -> throw repair(rejection.detail());
        };
    onlyMembers(node, MEMBERS);
    return new ScreenshotConfig(
        fraction(node, "threshold", THRESHOLD_DEFAULT),
        number(node, "maxDifferingPixels", 0, ScreenshotLimits.PIXELS_MAX),
        fraction(node, "maxDifferingRatio", 0),
        ignoresAntialiasing(node.path("ignoreAntialiasing")),
        masks(node.path("masks")),
        baselines(node.path("baselines")));
  }

  private static boolean ignoresAntialiasing(JsonNode value) {
    if (!value.isMissingNode() && !value.isBoolean()) {
      throw repair(
          "expected true or false for ignoreAntialiasing, found "
              + Require.quoted(value.toString()));
    }
    return value.asBoolean(true);
  }

  private static List<Box> masks(JsonNode list) {
    List<Box> masks = new ArrayList<>();
    requireList(list, "masks", ScreenshotLimits.MASKS_MAX);
    for (JsonNode mask : list) {
      onlyMembers(mask, Set.of("x", "y", "width", "height"));
      masks.add(
          new Box(
              (int) number(mask, "x", 0, ScreenshotLimits.SIDE_MAX),
              (int) number(mask, "y", 0, ScreenshotLimits.SIDE_MAX),
              (int) number(mask, "width", 0, ScreenshotLimits.SIDE_MAX),
              (int) number(mask, "height", 0, ScreenshotLimits.SIDE_MAX)));
    }
    return List.copyOf(masks);
  }

  private static List<String> baselines(JsonNode list) {
    List<String> digests = new ArrayList<>();
    requireList(list, "baselines", ScreenshotLimits.BASELINES_MAX);
    for (JsonNode digest : list) {
      if (!digest.isTextual() || !Digests.valid(digest.textValue())) {
        throw repair("expected SHA-256 digests in baselines");
      }
      digests.add(digest.textValue());
    }
    return List.copyOf(digests);
  }

  private static void requireList(JsonNode list, String member, int max) {
    if (!list.isMissingNode() && (!list.isArray() || list.size() > max)) {
      throw repair("expected a list of at most " + max + " elements in " + member);
    }
  }

  private static double fraction(JsonNode node, String member, double absent) {
    JsonNode value = node.path(member);
    if (value.isMissingNode()) {
      return absent;
    }
    if (!value.isNumber() || !(value.doubleValue() >= 0 && value.doubleValue() <= 1)) {
      throw repair("expected " + member + " between 0 and 1");
    }
    return value.doubleValue();
  }

  private static long number(JsonNode node, String member, long absent, long max) {
    JsonNode value = node.path(member);
    if (value.isMissingNode()) {
      return absent;
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < 0
        || value.longValue() > max) {
      throw repair("expected " + member + " between 0 and " + max);
    }
    return value.longValue();
  }

  private static void onlyMembers(JsonNode node, Set<String> known) {
    if (!node.isObject()) {
      throw repair("expected a JSON object");
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!known.contains(entry.getKey())) {
        throw repair(
            "expected only the members "
                + known.stream().sorted().toList()
                + ", found "
                + Require.quoted(entry.getKey()));
      }
    }
  }

  private static IllegalArgumentException repair(String what) {
    return new IllegalArgumentException(
        what + " in the screenshot configuration; repair the policy");
  }

  /** Differing pixels that are tolerated among {@code compared} ones. */
  long tolerated(long compared) {
    return Math.max(pixelsMax, (long) Math.floor(ratioMax * compared));
  }
}
