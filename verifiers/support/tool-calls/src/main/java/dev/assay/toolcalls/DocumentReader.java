package dev.assay.toolcalls;

import dev.assay.toolcalls.json.JsonObject;

/** Reads the documents of one format out of one file; a new one for each file. */
interface DocumentReader {

  /**
   * Reads one document.
   *
   * @param pointer its place in the file
   */
  void read(JsonObject document, String pointer, Collector out);

  /** Tells what could not be told before the end of the file. */
  default void finish(Collector out) {}
}
