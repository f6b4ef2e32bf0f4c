package dev.assay.verifier;

import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a verifier is.
 *
 * @param type the name that policy, requests and attestations use, such as {@code testreport}, or
 *     {@code command:licences} for one of several that a provider makes
 * @param version changes whenever the same artifact and configuration could give another report
 * @param pace which of the two worker pools runs it
 * @param subjects roles of the artifacts it judges, one run each
 * @param companions roles of the artifacts that go with every run of the same execution
 * @param basis the strongest that its findings can rest on; a finding may say less, never more
 * @param reproducible whether the same artifacts, request and version give the same report bytes,
 *     as long as the request names no ground truth; a replay runs such verifiers again
 * @param lenses the lenses of a policy under which it can give another answer than the plain run
 */
public record VerifierInfo(
    String type,
    String version,
    Pace pace,
    Set<ArtifactRole> subjects,
    Set<ArtifactRole> companions,
    EvidenceBasis basis,
    boolean reproducible,
    Set<String> lenses) {

  private static final Pattern TYPE =
      Pattern.compile("[a-z][a-z0-9-]{0,63}(:[a-z0-9][a-z0-9._-]{0,63})?");

  /** How long a run may take. */
  public enum Pace {
    /** At most two seconds; many share one consumer. */
    FAST,
    /** Scripts, egress, models; one run at a time per lane, renewed while it runs. */
    LONG
  }

  /**
   * Checks what policy and reports rely on.
   *
   * @throws IllegalArgumentException for a malformed type or version
   */
  public VerifierInfo {
    if (!TYPE.matcher(type).matches()) {
      throw new IllegalArgumentException(
          "expected a verifier type of lower-case letters, digits and -, found " + type);
    }
    if (version.isBlank() || version.length() > Limits.ID_CHARS_MAX) {
      throw new IllegalArgumentException(
          "expected a version of 1 to " + Limits.ID_CHARS_MAX + " characters of " + type);
    }
    subjects = Set.copyOf(subjects);
    companions = Set.copyOf(companions);
    lenses = Set.copyOf(lenses);
  }

  /** A verifier of what the judged party handed in, for which no lens changes anything. */
  public VerifierInfo(
      String type,
      String version,
      Pace pace,
      Set<ArtifactRole> subjects,
      Set<ArtifactRole> companions) {
    this(type, version, pace, subjects, companions, EvidenceBasis.CLAIMED, false, Set.of());
  }

  /** This verifier, whose reports the same artifacts give again byte for byte. */
  public VerifierInfo thatIsReproducible() {
    return new VerifierInfo(type, version, pace, subjects, companions, basis, true, lenses);
  }

  /** This verifier with another basis and the lenses that it knows. */
  public VerifierInfo with(EvidenceBasis other, Set<String> known) {
    return new VerifierInfo(type, version, pace, subjects, companions, other, reproducible, known);
  }
}
