package dev.assay.verifier;

import dev.assay.schemas.message.ArtifactRole;
import java.util.Set;

/**
 * What a verifier is.
 *
 * @param type the name that policy, requests and attestations use, such as {@code testreport}
 * @param version changes whenever the same artifact and configuration could give another report
 * @param pace which of the two worker pools runs it
 * @param subjects roles of the artifacts it judges, one run each
 * @param companions roles of the artifacts that go with every run of the same execution
 */
public record VerifierInfo(
    String type,
    String version,
    Pace pace,
    Set<ArtifactRole> subjects,
    Set<ArtifactRole> companions) {

  /** How long a run may take. */
  public enum Pace {
    /** At most two seconds; many share one consumer. */
    FAST,
    /** Scripts, egress, models; one run at a time per lane, renewed while it runs. */
    LONG
  }

  public VerifierInfo {
    subjects = Set.copyOf(subjects);
    companions = Set.copyOf(companions);
  }
}
