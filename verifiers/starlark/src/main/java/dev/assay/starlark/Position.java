package dev.assay.starlark;

import dev.assay.starlark.syntax.SourcePos;

/**
 * A place in a source.
 *
 * @param file the name the program was compiled under
 * @param line from 1; 0 for a place outside any source, such as a host function
 * @param column in UTF-16 units from 1; at most 2,047
 */
public record Position(String file, int line, int column) {
  static Position of(String file, int packed) {
    return new Position(file, SourcePos.line(packed), SourcePos.column(packed));
  }

  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}
