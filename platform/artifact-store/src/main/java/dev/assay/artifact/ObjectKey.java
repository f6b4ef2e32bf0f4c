package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;

/** Where an artifact lies: {@code sha256/ab/cd/<hex>}, the same in every store. */
final class ObjectKey {

  static final String ROOT = "sha256";

  private ObjectKey() {}

  /** The key of {@code sha256}, with {@code /} between its parts; rejects what is no digest. */
  static String of(String sha256) {
    Require.digest("sha256", sha256);
    return ROOT + "/" + sha256.substring(0, 2) + "/" + sha256.substring(2, 4) + "/" + sha256;
  }

  /** Rejects a range that no artifact could have. */
  static void requireRange(long offset, long length) {
    if (offset < 0 || length < 0) {
      throw outside("expected an offset and a length of 0 or more, found " + offset + "+" + length);
    }
  }

  /** Rejects a range that starts beyond the end. */
  static void requireWithin(long offset, long size) {
    if (offset > size) {
      throw outside("expected an offset of at most " + size + " bytes, found " + offset);
    }
  }

  private static RuntimeException outside(String detail) {
    return new Rejection(ErrorCode.INVALID_RANGE, detail, "offset").asException();
  }
}
