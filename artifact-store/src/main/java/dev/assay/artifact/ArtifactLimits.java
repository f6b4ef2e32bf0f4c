package dev.assay.artifact;

import java.time.Duration;

/** The bounds of both stores. The size of an artifact is bounded by each put's own argument. */
public final class ArtifactLimits {

  /** Bytes copied at a time; the memory of one put or one verified read of the directory store. */
  static final int COPY_BYTES = 32 * 1024;

  /** Age at which a temporary file is taken for the remains of a dead process. */
  public static final Duration TEMP_AGE_MAX = Duration.ofHours(1);

  private ArtifactLimits() {}
}
