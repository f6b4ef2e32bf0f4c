package dev.assay.policygate;

import dev.assay.schemas.message.Pointer;

/**
 * A place in an artifact, or in one file of an artifact that is an archive.
 *
 * @param entry number of the file among the archive's files in order of their paths, or -1
 * @param offset bytes from the start of the artifact or of the file
 */
record Place(String artifact, int entry, long offset, long length) {

  static final int NO_ENTRY = -1;

  static Place in(String artifact, long offset, long length) {
    return new Place(artifact, NO_ENTRY, offset, length);
  }

  /** The pointer of a report: bytes of the artifact, all of it for a file of an archive. */
  Pointer pointer(long artifactSize) {
    return entry == NO_ENTRY
        ? new Pointer(artifact, offset, length)
        : new Pointer(artifact, 0, artifactSize);
  }
}
