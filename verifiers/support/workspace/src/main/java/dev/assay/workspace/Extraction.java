package dev.assay.workspace;

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
}
