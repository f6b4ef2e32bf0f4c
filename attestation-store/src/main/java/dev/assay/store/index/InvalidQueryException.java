package dev.assay.store.index;

/**
 * A query that cannot be answered as asked. The code is stable: {@code cursor-invalid} and so on.
 */
public final class InvalidQueryException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String code;
  private final String expected;
  private final String found;

  /** A rejection of a query. */
  public InvalidQueryException(String code, String expected, String found) {
    super(code + ": expected " + expected + ", found " + found);
    this.code = code;
    this.expected = expected;
    this.found = found;
  }

  /** Stable name of the rule that was broken. */
  public String code() {
    return code;
  }

  /** What would be accepted. */
  public String expected() {
    return expected;
  }

  /** What was asked. */
  public String found() {
    return found;
  }
}
