package dev.assay.starlark.syntax;

/**
 * Freedoms beyond the core language; {@link #CORE} has none.
 *
 * @param topLevelControl {@code if} and {@code for} may stand outside a function
 * @param globalReassign a global may be bound more than once
 * @param recursion a function may call itself, directly or through others
 */
public record Dialect(boolean topLevelControl, boolean globalReassign, boolean recursion) {
  /** The language of the specification. */
  public static final Dialect CORE = new Dialect(false, false, false);
}
