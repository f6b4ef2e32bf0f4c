package dev.assay.core.director;

import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;

/** Names the work items of a split after their parent: the same split gives the same names. */
final class ChildIds {

  private static final int SUFFIX_CHARS_MAX = 8;
  private static final int DIGEST_CHARS = 32;

  private ChildIds() {}

  /** The id of the child with that number, from 1. */
  static String of(String parent, int number) {
    boolean fits = parent.length() + SUFFIX_CHARS_MAX <= Limits.ID_CHARS_MAX;
    String stem = fits ? parent : "split:" + Digests.sha256Hex(parent).substring(0, DIGEST_CHARS);
    return stem + ":s" + number;
  }
}
