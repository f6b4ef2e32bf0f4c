package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;

/**
 * Cites evidence in place: the bytes {@code [offset, offset + length)} of an artifact.
 *
 * @param artifact SHA-256 of the artifact
 * @param offset bytes from its start
 * @param length bytes
 */
public record Pointer(String artifact, long offset, long length) {

  public Pointer {
    artifact = Require.digest("pointers.artifact", artifact);
    Require.range("pointers.offset", offset, 0, Limits.INTEGER_MAX);
    Require.range("pointers.length", length, 0, Limits.INTEGER_MAX - offset);
  }
}
