package dev.assay.screenshot;

import dev.assay.schemas.message.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run found out before it is put into words.
 *
 * @param candidate header of the screenshot, or null when it has none
 * @param baseline header of the baseline, or null when there is none
 * @param reason why the images could not be compared, or null
 * @param diff the pixels, or null when sizes differ or nothing was compared
 */
record Comparison(
    @Nullable ImageHeader candidate,
    @Nullable ImageHeader baseline,
    @Nullable InconclusiveReason reason,
    @Nullable PixelDiff diff,
    List<Regions.Region> regions) {

  Comparison {
    regions = List.copyOf(regions);
  }

  static Comparison inconclusive(InconclusiveReason reason) {
    return new Comparison(null, null, reason, null, List.of());
  }

  Result result(ScreenshotConfig config) {
    if (reason != null) {
      return Result.INCONCLUSIVE;
    }
    if (diff == null) {
      return Result.FAIL;
    }
    return diff.different() > config.tolerated(diff.compared()) ? Result.FAIL : Result.PASS;
  }
}
