package dev.assay.screenshot;

import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Risk;
import java.io.Serial;

/** Why two images could not be compared. */
enum InconclusiveReason {
  NO_BASELINE(
      "no-baseline",
      Why.MISSING_DATA,
      Risk.MEDIUM,
      "There is no baseline, so nothing says how the page should look.",
      "Send the approved image as screenshot-baseline."),
  SEVERAL_BASELINES(
      "several-baselines",
      Why.SEMANTICS,
      Risk.MEDIUM,
      "There are several baselines; which one belongs to the screenshot is unknown.",
      "Send one screenshot with one baseline in one execution."),
  UNAPPROVED_BASELINE(
      "unapproved-baseline",
      Why.ADVERSARY,
      Risk.HIGH,
      "The baseline is not one that the policy approves.",
      "Add its SHA-256 to baselines in the policy, after a person looked at it."),
  TOO_LARGE(
      "too-large",
      Why.ADVERSARY,
      Risk.HIGH,
      "An image has more bytes or pixels than are decoded.",
      "Send images of at most 32 MiB and 16,777,216 pixels."),
  UNDECODABLE(
      "undecodable",
      Why.SEMANTICS,
      Risk.MEDIUM,
      "An image is no whole PNG or JPEG, or contradicts its own header.",
      "Send the image as the browser wrote it."),
  ALL_MASKED(
      "all-masked",
      Why.MISSING_DATA,
      Risk.HIGH,
      "The policy masks every pixel, so nothing was compared.",
      "Make the masks smaller.");

  private final String code;
  private final Why why;
  private final Risk risk;
  private final String blindSpot;
  private final String bound;

  InconclusiveReason(String code, Why why, Risk risk, String blindSpot, String bound) {
    this.code = code;
    this.why = why;
    this.risk = risk;
    this.blindSpot = blindSpot;
    this.bound = bound;
  }

  String code() {
    return code;
  }

  Hyperthesis hyperthesis() {
    return new Hyperthesis(blindSpot, why, risk, bound);
  }

  /** Ends a comparison that cannot be made. */
  static final class InconclusiveException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    private final InconclusiveReason reason;

    InconclusiveException(InconclusiveReason reason) {
      super(reason.code());
      this.reason = reason;
    }

    InconclusiveReason reason() {
      return reason;
    }
  }
}
