package dev.assay.quick.verify;

import dev.assay.quick.sql.Row;
import dev.assay.quick.sql.Row.Cell;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.quick.sql.SqlText;
import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
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

  /** What asking for a related row showed. */
  public sealed interface RelatedOutcome {

    /** Some row carries the values. */
    record Present() implements RelatedOutcome {}

    /** No row carries the values. */
    record Absent() implements RelatedOutcome {}

    /** The database answered with something that is neither true nor false. */
    record Unusable() implements RelatedOutcome {}

    /** The database refused the read; {@code message} is the driver's. */
    record ConnectorError(String message) implements RelatedOutcome {}
  }

  /**
   * Whether some row of a child table carries the given foreign key values.
   *
   * @param matchEq in UTF-16 order of the columns
   */
  public record RelatedRequest(String id, String childTable, List<ColumnEquals> matchEq) {

    /** Sorts and copies the matches. */
    public RelatedRequest {
      matchEq = matchEq.stream().sorted(ColumnEquals::byColumn).toList();
    }

    /** The check as reports show it: checkKind, id, childTable, matchEq. */
    public JsonObject json() {
      return JsonObject.builder()
          .put("checkKind", "related_exists")
          .put("id", id)
          .put("childTable", childTable)
          .put("matchEq", RowRequest.matches(matchEq))
          .build();
    }
  }
}
