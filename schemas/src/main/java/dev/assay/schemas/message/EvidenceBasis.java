package dev.assay.schemas.message;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How what a verifier says is known, the weakest first. */
public enum EvidenceBasis {
  /** Read from bytes that the judged party handed in. */
  CLAIMED,
  /** The same bytes, vouched for by somebody else. */
  WITNESSED,
  /** Read by the verifier from ground truth that the judged party could not bring along. */
  OBSERVED,
  /** Assay ran the check itself. */
  REEXECUTED;

  /** The basis of that name; empty for what is none, as where none is said. */
  public static Optional<EvidenceBasis> named(@Nullable String name) {
    return Arrays.stream(values()).filter(known -> known.name().equals(name)).findFirst();
  }

  /** This basis, but not a stronger one than {@code most}. */
  public EvidenceBasis atMost(EvidenceBasis most) {
    return compareTo(most) > 0 ? most : this;
  }
}
