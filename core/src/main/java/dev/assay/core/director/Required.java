package dev.assay.core.director;

import dev.assay.schemas.message.ArtifactRole;
import org.jspecify.annotations.Nullable;

/**
 * A verifier that has to pass, written {@code testreport}, or {@code testreport@test-report} where
 * it has to be over an artifact of that role.
 *
 * @param role of the artifact, or null for any
 */
public record Required(String verifier, @Nullable ArtifactRole role) {

  private static final char BEFORE_ROLE = '@';

  /** What {@code name} means; what comes after an {@code @} is a role when there is such a one. */
  public static Required of(String name) {
    int at = name.lastIndexOf(BEFORE_ROLE);
    ArtifactRole role = at <= 0 ? null : role(name.substring(at + 1));
    return role == null ? new Required(name, null) : new Required(name.substring(0, at), role);
  }

  private static @Nullable ArtifactRole role(String wire) {
    for (ArtifactRole role : ArtifactRole.values()) {
      if (role.wire().equals(wire)) {
        return role;
      }
    }
    return null;
  }

  /** How it is written. */
  public String name() {
    return role == null ? verifier : verifier + BEFORE_ROLE + role.wire();
  }

  /** Whether a verifier of that type meets it over an artifact of that role. */
  boolean isMetBy(String type, ArtifactRole judged) {
    return verifier.equals(type) && (role == null || role == judged);
  }
}
