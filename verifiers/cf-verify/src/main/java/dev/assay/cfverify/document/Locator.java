package dev.assay.cfverify.document;

/** Where an evidence item says its proof is. */
public sealed interface Locator {

  /**
   * Lines of a file, 1-based and inclusive. {@code end} may be smaller than {@code start}: the
   * schema allows it, and no line is then referenced.
   */
  record LineRange(String path, long start, long end) implements Locator {}

  /** The neighbourhood of the first line of a file that contains {@code symbol} literally. */
  record SymbolRange(String path, String symbol) implements Locator {}

  /** A tool call that may be repeated. */
  record ToolCall(RerunHint hint) implements Locator {}

  /** A kind that this version does not verify, or one it does not know. */
  record Unsupported(String type) implements Locator {}

  /** A known kind without the members it needs. */
  record Malformed(String why) implements Locator {}
}
