package dev.assay.quick.verify;

import dev.assay.quick.json.Scalar;
import dev.assay.quick.sql.Cell;
import dev.assay.quick.sql.Row;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.quick.sql.SqlText;
import java.util.List;

/** Asks whether a related row exists. */
public final class RelatedVerifier {

  private RelatedVerifier() {}

  /** Asks; errors of the database are an outcome, too. */
  public static RelatedOutcome verify(RowSource source, RelatedRequest request) {
    List<Row> rows;
    try {
      SqlText query =
          source.query().fixed("SELECT EXISTS(SELECT 1 FROM ").table(request.childTable());
      Conditions.append(query, request.childTable(), request.matchEq());
      rows = source.read(query.fixed(" LIMIT 1) AS v"), 1);
    } catch (SourceException | IllegalArgumentException e) {
      return new RelatedOutcome.ConnectorError(String.valueOf(e.getMessage()));
    }
    if (rows.isEmpty() || !(rows.getFirst().first() instanceof Cell.Plain(Scalar value))) {
      return new RelatedOutcome.Unusable();
    }
    return switch (value.plainText()) {
      case "1", "true", "t" -> new RelatedOutcome.Present();
      case "0", "false", "f" -> new RelatedOutcome.Absent();
      default -> new RelatedOutcome.Unusable();
    };
  }
}
