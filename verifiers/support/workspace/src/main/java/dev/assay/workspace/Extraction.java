package dev.assay.workspace;

import dev.assay.schemas.message.FailureSignature;
import dev.assay.workspace.Extraction.Refusal;
import java.nio.file.Path;

/** What became of an archive: all of it is unpacked, or none of it is left on disk. */
public sealed interface Extraction {

  /**
   * The workspace is complete under {@code root}.
   *
   * @param root real path of the directory that holds the entries
   * @param files regular files written
   * @param links symbolic links made; every one resolves to a place inside {@code root}
   * @param linksDropped links left out because they point at nothing
   * @param bytes size of all files together
   */
  record Extracted(Path root, int files, int links, int linksDropped, long bytes)
      implements Extraction {}

  /**
   * The archive was refused and nothing of it remains.
   *
   * @param refusal the stable code
   * @param detail what was expected and what was found, without text from the archive
   */
  record Refused(Refusal refusal, String detail) implements Extraction {}

  /** Why an archive was refused; the names are stable codes. */
  enum Refusal {
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

  /** Unwinds an extraction to the place that turns it into {@link Extraction.Refused}. */
  final class RefusedArchiveException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Refusal refusal;

    RefusedArchiveException(Refusal refusal, String detail) {
      super(detail, null, false, false);
      this.refusal = refusal;
    }

    static RefusedArchiveException malformed(String found) {
      return new RefusedArchiveException(
          Refusal.MALFORMED, "expected a whole, plain archive, found " + found);
    }

    Refusal refusal() {
      return refusal;
    }
  }
}
