package dev.assay.starlark.syntax;

import java.util.List;

/**
 * A file whose names are bound.
 *
 * @param toplevel the statements of the file as a function without parameters
 * @param globals names of the module's variables by index
 */
public record ResolvedFile(FunctionBody toplevel, List<String> globals) {
  /** Takes an unchangeable copy of the names. */
  public ResolvedFile {
    globals = List.copyOf(globals);
  }
}
