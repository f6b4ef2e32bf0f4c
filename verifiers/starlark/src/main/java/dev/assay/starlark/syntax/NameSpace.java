package dev.assay.starlark.syntax;

import java.util.List;
import java.util.Set;

/**
 * The names a file may use without binding them.
 *
 * @param predeclared names the host supplies at run time, by index
 * @param universal names every program has
 * @param dialect what the file may do beyond the core language
 */
public record NameSpace(List<String> predeclared, Set<String> universal, Dialect dialect) {
  /** Takes unchangeable copies. */
  public NameSpace {
    predeclared = List.copyOf(predeclared);
    universal = Set.copyOf(universal);
  }
}
