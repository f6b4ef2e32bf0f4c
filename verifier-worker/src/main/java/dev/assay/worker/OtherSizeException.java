package dev.assay.worker;

import dev.assay.schemas.message.ArtifactRef;
import java.io.IOException;
import java.io.Serial;

/** An artifact has more or fewer bytes than the execution says. */
final class OtherSizeException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  OtherSizeException(ArtifactRef stated, long found) {
    super(
        "expected " + stated.size() + " bytes of artifact " + stated.sha256() + ", found " + found);
  }
}
