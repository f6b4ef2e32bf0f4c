package dev.assay.cfverify.evidence;

/** What re-reading a part of a file gave. */
public sealed interface SnippetReading {

  /**
   * The referenced lines exist.
   *
   * @param firstLine number of the first line read, from 1
   * @param lineCount lines read
   * @param quoteFound whether the quote is in them; true when there was none
   * @param text the lines with their terminators as {@code \n}, cut at the limit
   * @param complete whether {@code text} is all of them
   */
  record Snippet(long firstLine, long lineCount, boolean quoteFound, String text, boolean complete)
      implements SnippetReading {}

  /** The file was read and the referenced lines or symbol are not in it. */
  record Absent(String why) implements SnippetReading {}

  /** The file could not be read far enough to say. */
  record Unread(String why) implements SnippetReading {}
}
