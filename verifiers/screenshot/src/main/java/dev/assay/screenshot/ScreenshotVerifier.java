package dev.assay.screenshot;

import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.screenshot.InconclusiveReason.InconclusiveException;
import dev.assay.screenshot.Judge.Comparison;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares a screenshot with its baseline, pixel by pixel, and stores what differs as an image and
 * as boxes.
 */
public final class ScreenshotVerifier implements Verifier {

  /** The name in policy, requests and attestations. */
  public static final String TYPE = "screenshot";

  static final VerifierInfo INFO =
      new VerifierInfo(
              TYPE,
              "4",
              VerifierInfo.Pace.LONG,
              Set.of(ArtifactRole.SCREENSHOT),
              Set.of(ArtifactRole.SCREENSHOT_BASELINE))
          .thatIsReproducible();

  @Override
  public VerifierInfo info() {
    return INFO;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    ScreenshotConfig config = ScreenshotConfig.parse(request.config());
    if (request.artifacts().isEmpty()) {
      throw new IllegalArgumentException(
          "expected the screenshot as the first artifact of the request, found no artifact");
    }
    ArtifactRef candidate = request.artifacts().getFirst();
    List<ArtifactRef> baselines =
        request.artifacts().stream()
            .filter(a -> a.role() == ArtifactRole.SCREENSHOT_BASELINE)
            .toList();
    Comparison comparison;
    try {
      comparison = compare(candidate, baseline(baselines, config), config, scope);
    } catch (InconclusiveException e) {
      comparison = Comparison.inconclusive(e.reason());
    }
    return finding(
        candidate, baselines.size() == 1 ? baselines.getFirst() : null, comparison, config, scope);
  }

  private static ArtifactRef baseline(List<ArtifactRef> baselines, ScreenshotConfig config)
      throws InconclusiveException {
    if (baselines.isEmpty()) {
      throw new InconclusiveException(InconclusiveReason.NO_BASELINE);
    }
    if (baselines.size() > 1) {
      throw new InconclusiveException(InconclusiveReason.SEVERAL_BASELINES);
    }
    ArtifactRef baseline = baselines.getFirst();
    if (!config.baselines().isEmpty() && !config.baselines().contains(baseline.sha256())) {
      throw new InconclusiveException(InconclusiveReason.UNAPPROVED_BASELINE);
    }
    return baseline;
  }

  private static Comparison compare(
      ArtifactRef candidate, ArtifactRef baseline, ScreenshotConfig config, VerificationScope scope)
      throws IOException, InterruptedException, InconclusiveException {
    byte[] after = bytes(candidate, scope);
    byte[] before = bytes(baseline, scope);
    ImageHeader afterHeader = header(after);
    ImageHeader beforeHeader = header(before);
    if (!afterHeader.isBounded() || !beforeHeader.isBounded()) {
      throw new InconclusiveException(InconclusiveReason.TOO_LARGE);
    }
    Pixels beforePixels = ImageDecoder.decode(before, beforeHeader, scope.deadline());
    Pixels afterPixels = ImageDecoder.decode(after, afterHeader, scope.deadline());
    if (beforePixels.width() != afterPixels.width()
        || beforePixels.height() != afterPixels.height()) {
      return new Comparison(afterHeader, beforeHeader, null, null, List.of());
    }
    PixelDiff diff = PixelDiff.of(beforePixels, afterPixels, config, scope.deadline());
    if (diff.compared() == 0) {
      throw new InconclusiveException(InconclusiveReason.ALL_MASKED);
    }
    return new Comparison(afterHeader, beforeHeader, null, diff, Regions.of(diff));
  }

  private static ImageHeader header(byte[] image) throws InconclusiveException {
    Optional<ImageHeader> header = ImageHeader.of(image);
    if (header.isEmpty()) {
      throw new InconclusiveException(InconclusiveReason.UNDECODABLE);
    }
    return header.get();
  }

  private static byte[] bytes(ArtifactRef artifact, VerificationScope scope)
      throws IOException, InconclusiveException {
    if (artifact.size() > ScreenshotLimits.IMAGE_BYTES_MAX) {
      throw new InconclusiveException(InconclusiveReason.TOO_LARGE);
    }
    try (InputStream in = scope.open(artifact)) {
      byte[] bytes = in.readNBytes(ScreenshotLimits.IMAGE_BYTES_MAX + 1);
      if (bytes.length > ScreenshotLimits.IMAGE_BYTES_MAX) {
        throw new InconclusiveException(InconclusiveReason.TOO_LARGE);
      }
      return bytes;
    }
  }

  private static Finding finding(
      ArtifactRef candidate,
      @Nullable ArtifactRef baseline,
      Comparison comparison,
      ScreenshotConfig config,
      VerificationScope scope)
      throws IOException {
    PixelDiff diff = comparison.diff();
    String difference = null;
    long differenceBytes = 0;
    if (diff != null && diff.different() + diff.smoothed() > 0) {
      byte[] png = DiffImage.png(diff);
      difference = scope.storeDerived("image/png", png);
      differenceBytes = png.length;
    }
    Details details = new Details(candidate, baseline, comparison, config, difference);
    byte[] document = details.document();
    String digest = scope.storeDerived(Details.MEDIA_TYPE, document);
    return Judge.judge(
            candidate,
            baseline,
            comparison,
            config,
            new Judge.Stored(digest, document, difference, differenceBytes))
        .withDetails(digest);
  }
}
