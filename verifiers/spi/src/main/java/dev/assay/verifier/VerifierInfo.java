package dev.assay.verifier;

import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRole;
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
 * @param basis the strongest that its findings can rest on
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
    Basis basis,
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

  /** How what a finding says is known, the weakest first. */
  public enum Basis {
    /** Read from bytes that the judged party handed in. */
    CLAIMED,
    /** The same bytes, vouched for by somebody else. */
    WITNESSED,
    /** Read by the verifier from ground truth that the judged party could not bring along. */
    OBSERVED,
    /** Assay ran the check itself. */
    REEXECUTED
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
    this(type, version, pace, subjects, companions, Basis.CLAIMED, false, Set.of());
  }

  /** This verifier, whose reports the same artifacts give again byte for byte. */
  public VerifierInfo thatIsReproducible() {
    return new VerifierInfo(type, version, pace, subjects, companions, basis, true, lenses);
  }

  /** This verifier with another basis and the lenses that it knows. */
  public VerifierInfo with(Basis other, Set<String> known) {
    return new VerifierInfo(type, version, pace, subjects, companions, other, reproducible, known);
  }
}
