package dev.assay.workspace;

/** Why an archive was refused; the names are stable codes. */
public enum Refusal {
  /** Not a tar, a gzip-compressed tar or a zip. */
  UNKNOWN_FORMAT,
  /** The archive contradicts its own format, is cut short or is encrypted. */
  MALFORMED,
  /** The archive, an entry or the sum of all entries is larger than allowed. */
  TOO_LARGE,
  /** More entries or links than allowed. */
  TOO_MANY_ENTRIES,
  /** It unpacks to far more than its own size. */
  EXPANSION_BOMB,
  /** A name is absolute, climbs out of the workspace, or cannot be a file name here. */
  UNSAFE_NAME,
  /** A link points out of the workspace. */
  UNSAFE_LINK,
  /** The same name is used twice, or as a file and as a directory. */
  NAME_CLASH,
  /** A device, pipe or other entry that is neither file, directory nor link. */
  UNSUPPORTED_ENTRY
}
