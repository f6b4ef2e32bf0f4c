package dev.assay.store.index;

/**
 * An artifact that an attestation is about.
 *
 * @param role what it was to the verification, for example {@code test-report}
 * @param sha256 lower-case hex SHA-256 of its bytes
 */
public record ArtifactFacet(String role, String sha256) {

  /** Checks the bounds. */
  public ArtifactFacet {
    IndexLimits.name("a role", role);
    IndexLimits.name("a digest", sha256);
  }
}
