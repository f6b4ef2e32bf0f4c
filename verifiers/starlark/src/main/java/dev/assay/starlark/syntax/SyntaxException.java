package dev.assay.starlark.syntax;

/** A script that is not a Starlark program: where, and what was expected instead. */
public final class SyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int position;

  /**
   * A rejection at a place of the source.
   *
   * @param position packed by {@link SourcePos}
   * @param message what was expected and what was found
   */
  public SyntaxException(int position, String message) {
    super(message, null, false, false);
    this.position = position;
  }

  /** The place, packed by {@link SourcePos}. */
  public int position() {
    return position;
  }
}
