package dev.assay.testkit.bomb;

import java.nio.file.Path;
import java.util.concurrent.Callable;

/** A table of bombs. The class has a constructor without parameters; {@link SmallHeap} uses it. */
public interface Bombs {

  /** Takes the bombs of a table. */
  @FunctionalInterface
  interface Rows {

    /**
     * Adds a row.
     *
     * @param name says what the bomb is
     * @param expected the text of the typed result with which the reader must end
     * @param reader builds the bomb and reads it; a result of another text, and whatever it throws,
     *     is a defect
     */
    void row(String name, String expected, Callable<?> reader);
  }

  /**
   * Names all bombs.
   *
   * @param directory an empty directory for files
   */
  void list(Rows rows, Path directory) throws Exception;
}
