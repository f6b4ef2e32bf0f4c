package dev.assay.llmadvisor;

import dev.assay.schemas.message.ArtifactRole;
import java.util.Set;

/**
 * A verifier that a model may suggest.
 *
 * @param type its name on the policy's allowlist
 * @param subjects roles of the artifacts that it judges
 */
public record AllowedVerifier(String type, Set<ArtifactRole> subjects) {

  public AllowedVerifier {
    subjects = Set.copyOf(subjects);
  }
}
