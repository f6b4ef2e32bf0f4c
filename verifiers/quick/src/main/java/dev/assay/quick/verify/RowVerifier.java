package dev.assay.quick.verify;

import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.sql.Row;
import dev.assay.quick.sql.Row.Cell;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.quick.sql.SqlText;
import dev.assay.toolcalls.json.Scalar;
import java.util.List;

/** Reads the row of a request and compares it field by field (specification A.12). */
public final class RowVerifier {

  private RowVerifier() {}

  /** Reads and compares; errors of the database are an outcome, too. */
  public static RowOutcome verify(RowSource source, RowRequest request) {
    List<Row> rows;
    try {
      SqlText query = source.query().fixed("SELECT * FROM ").table(request.table());
      rows = source.read(where(query, request).fixed(" LIMIT 2"), QuickLimits.ROW_PROBE_ROWS);
    } catch (SourceException | IllegalArgumentException e) {
      return new RowOutcome.ConnectorError(String.valueOf(e.getMessage()));
    }
    return switch (rows.size()) {
      case 0 -> new RowOutcome.Absent();
      case 1 -> compare(request, rows.getFirst());
      default -> new RowOutcome.Duplicate();
    };
  }

  private static SqlText where(SqlText query, RowRequest request) {
    return Conditions.append(query, request.table(), request.identityEq());
  }

  private static RowOutcome compare(RowRequest request, Row row) {
    for (String field : FieldOrder.sorted(request.requiredFields().keySet())) {
      Scalar expected = request.requiredFields().get(field);
      Cell actual = row.cell(field);
      if (expected == null || actual == null) {
        return new RowOutcome.ShapeMismatch(row.names());
      }
      if (actual instanceof Cell.Unreadable) {
        return new RowOutcome.UnreadableValue(field);
      }
      if (!ScalarEquality.equal(expected, actual)) {
        return new RowOutcome.ValueMismatch(
            field, DisplayText.of(expected), DisplayText.of(actual));
      }
    }
    return new RowOutcome.Matches();
  }

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
}
