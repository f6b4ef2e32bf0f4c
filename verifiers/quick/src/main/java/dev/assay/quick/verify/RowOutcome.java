package dev.assay.quick.verify;

import java.util.List;

/** What reading one row showed. */
public sealed interface RowOutcome {

  /** Exactly one row, and every required field agrees. */
  record Matches() implements RowOutcome {}

  /** No row has the identity. */
  record Absent() implements RowOutcome {}

  /** At least two rows have the identity. */
  record Duplicate() implements RowOutcome {}

  /** The row lacks a required column; {@code rowKeys} are those it has. */
  record ShapeMismatch(List<String> rowKeys) implements RowOutcome {}

  /** The value of {@code field} has no scalar form. */
  record UnreadableValue(String field) implements RowOutcome {}

  /** The value of {@code field} differs; both sides as display texts. */
  record ValueMismatch(String field, String expected, String actual) implements RowOutcome {}

  /** The database refused the read; {@code message} is the driver's. */
  record ConnectorError(String message) implements RowOutcome {}
}
