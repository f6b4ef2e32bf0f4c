package dev.assay.screenshot;

import dev.assay.core.failure.Signatures;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a comparison into a finding. Pure; every word is the verifier's own. */
final class Judge {

  /** What the run stored. */
  static final class Stored {

    private final String details;
    private final byte[] document;
    private final @Nullable String difference;
    private final long differenceBytes;

    Stored(String details, byte[] document, @Nullable String difference, long differenceBytes) {
      this.details = details;
      this.document = document;
      this.difference = difference;
      this.differenceBytes = differenceBytes;
    }
  }

  private Judge() {}

  static Finding judge(
      ArtifactRef candidate,
      @Nullable ArtifactRef baseline,
      Comparison comparison,
      ScreenshotConfig config,
      Stored stored) {
    Result result = comparison.result(config);
    return Finding.of(
        result,
        signatures(result, comparison),
        summary(comparison, config),
        nextActions(result),
        confidence(result),
        hypertheses(comparison, config),
        pointers(candidate, baseline, comparison, stored));
  }

  private static double confidence(Result result) {
    return switch (result) {
      case PASS -> 0.9;
      case FAIL -> 0.95;
      case FLAKY, INCONCLUSIVE -> 0;
    };
  }

  private static List<FailureSignature> signatures(Result result, Comparison comparison) {
    if (result != Result.FAIL) {
      return List.of();
    }
    return List.of(
        Signatures.of(
            ScreenshotVerifier.TYPE,
            comparison.diff() == null
                ? "the size differs from the baseline"
                : "pixels differ from the baseline"));
  }

  /** The summary of a comparison. */
  static String summary(Comparison comparison, ScreenshotConfig config) {
    InconclusiveReason reason = comparison.reason();
    if (reason != null) {
      return "Not compared: " + reason.code() + ".";
    }
    PixelDiff diff = comparison.diff();
    if (diff == null) {
      return "The screenshot is "
          + size(comparison.candidate())
          + ", its baseline "
          + size(comparison.baseline())
          + ".";
    }
    return diff.compared()
        + " pixels compared, "
        + diff.different()
        + " differ in "
        + comparison.regions().size()
        + " regions ("
        + config.tolerated(diff.compared())
        + " tolerated), "
        + diff.smoothed()
        + " differ by smoothing only, "
        + diff.masked()
        + " masked.";
  }

  private static String size(@Nullable ImageHeader header) {
    return header == null ? "unknown" : header.width() + " x " + header.height();
  }

  private static List<String> nextActions(Result result) {
    return switch (result) {
      case PASS -> List.of("Accept that this screenshot looks like its baseline.");
      case FAIL ->
          List.of(
              "Look at the difference image, then repair the page or approve a new baseline.",
              "Mask regions that change by design.");
      case FLAKY, INCONCLUSIVE ->
          List.of(
              "Send what the hyperthesis names and ask again.",
              "Do not count this screenshot as a pass.");
    };
  }

  private static List<Hyperthesis> hypertheses(Comparison comparison, ScreenshotConfig config) {
    List<Hyperthesis> all = new ArrayList<>();
    if (comparison.reason() != null) {
      all.add(comparison.reason().hyperthesis());
    }
    PixelDiff diff = comparison.diff();
    if (diff != null && diff.masked() > 0) {
      all.add(
          new Hyperthesis(
              diff.masked() + " masked pixels were not compared.",
              Why.SEMANTICS,
              Risk.LOW,
              "Keep the masks of the policy small."));
    }
    if (diff != null && diff.smoothed() > 0) {
      all.add(
          new Hyperthesis(
              diff.smoothed()
                  + " pixels differ as the smoothing of an edge does; so does a small character"
                  + " that is another one, such as a comma for a point.",
              Why.SEMANTICS,
              Risk.MEDIUM,
              "Look at the difference image, or let the policy count smoothing as a difference."));
    }
    if (comparison.reason() == null && config.baselines().isEmpty()) {
      all.add(
          new Hyperthesis(
              "The baseline came with the execution; nothing shows that a person approved it.",
              Why.ADVERSARY,
              Risk.MEDIUM,
              "List the digests of approved baselines in the policy."));
    }
    if (comparison.reason() == null) {
      all.add(
          new Hyperthesis(
              "A picture shows one state of one page; what it does not show was not judged.",
              Why.SEMANTICS,
              Risk.LOW,
              "Test behaviour as well."));
    }
    return all;
  }

  private static List<Pointer> pointers(
      ArtifactRef candidate, @Nullable ArtifactRef baseline, Comparison comparison, Stored stored) {
    List<Pointer> pointers = new ArrayList<>();
    pointers.add(new Pointer(candidate.sha256(), 0, candidate.size()));
    if (baseline != null) {
      pointers.add(new Pointer(baseline.sha256(), 0, baseline.size()));
    }
    if (stored.difference != null) {
      pointers.add(new Pointer(stored.difference, 0, stored.differenceBytes));
    }
    String text = new String(stored.document, StandardCharsets.ISO_8859_1);
    int from = Math.max(0, text.indexOf(Details.REGIONS));
    for (Regions.Region region : comparison.regions()) {
      String written = Details.region(region);
      int at = text.indexOf(written, from);
      if (at < 0 || pointers.size() == Limits.POINTERS_MAX) {
        break;
      }
      pointers.add(new Pointer(stored.details, at, written.length()));
      from = at + written.length();
    }
    return pointers;
  }

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
}
