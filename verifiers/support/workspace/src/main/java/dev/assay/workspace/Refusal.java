package dev.assay.workspace;

import dev.assay.schemas.message.FailureSignature;

/** Why an archive was refused; the names are stable codes. */
public enum Refusal {
  /** Not a tar, a gzip-compressed tar or a zip. */
  UNKNOWN_FORMAT,
  /** The archive contradicts its own format, is cut short or is encrypted. */
  MALFORMED,
  /** The archive, an entry or the sum of all entries is larger than allowed. */
  TOO_LARGE,
  /** More entries, links or directories than allowed; directories that names imply count. */
  TOO_MANY_ENTRIES,
  /** It unpacks to far more than its own size. */
  EXPANSION_BOMB,
  /** A name is absolute, climbs out of the workspace, is too long, or is no file name here. */
  UNSAFE_NAME,
  /** A link points out of the workspace or its target is too long. */
  UNSAFE_LINK,
  /** The same name is used twice, or as a file and as a directory. */
  NAME_CLASH,
  /** A device, pipe or other entry that is neither file, directory nor link. */
  UNSUPPORTED_ENTRY,
  /** More workspaces than the one that is judged. */
  TOO_MANY_WORKSPACES;

  private static final String KIND = "workspace";

  /** The name of this refusal in findings. */
  public FailureSignature signature() {
    return FailureSignature.named(KIND, name());
  }
}
