package dev.assay.verifier;

import java.io.IOException;
import java.io.Serial;

/** The bytes of an artifact are not those that its digest names: a security finding. */
public final class TamperedArtifactException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  public TamperedArtifactException(String expected, String found) {
    super("expected artifact bytes with SHA-256 " + expected + ", found " + found);
  }
}
