package dev.assay.quick.check;

import dev.assay.quick.check.CheckOutcome.StepStatus;
import dev.assay.quick.report.ReportText;
import dev.assay.quick.sql.Row;
import dev.assay.quick.sql.Row.Cell;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.quick.sql.SqlText;
import dev.assay.quick.verify.Conditions;
import dev.assay.quick.verify.RelatedVerifier;
import dev.assay.quick.verify.RelatedVerifier.RelatedOutcome;
import dev.assay.quick.verify.RowRequest;
import dev.assay.quick.verify.RowVerifier;
import dev.assay.quick.verify.RowVerifier.RowOutcome;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one part of a step once: a row, a forbidden row or a relation. */
final class PartVerifier {

  private static final Expectation NO_ORPHANS =
      new Expectation(Expectation.Comparison.EQ, BigDecimal.ZERO, "0");

  private final RowSource source;

  PartVerifier(RowSource source) {
    this.source = source;
  }

  CheckOutcome row(RowRequest request) {
    return switch (RowVerifier.verify(source, request)) {
      case RowOutcome.Matches _ -> CheckOutcome.verified("rowCount=1");
      case RowOutcome.Absent _ ->
          CheckOutcome.of(StepStatus.MISSING, CheckCode.ROW_ABSENT, "rowCount=0");
      case RowOutcome.Duplicate _ ->
          CheckOutcome.of(StepStatus.INCONSISTENT, CheckCode.DUPLICATE_ROWS, "rowCount=2");
      case RowOutcome.ValueMismatch(String field, String expected, String actual) ->
          new CheckOutcome(
              StepStatus.INCONSISTENT,
              CheckCode.VALUE_MISMATCH,
              "field " + field + ": expected " + expected + ", found " + actual,
              "rowCount=1 field=" + field + " expected=" + expected + " actual=" + actual);
      case RowOutcome.ShapeMismatch(List<String> rowKeys) ->
          CheckOutcome.incomplete(
              CheckCode.ROW_SHAPE_MISMATCH,
              CheckCode.ROW_SHAPE_MISMATCH.phrase() + "; it has " + String.join(", ", rowKeys),
              "rowCount=1");
      case RowOutcome.UnreadableValue(String field) ->
          CheckOutcome.incomplete(
              CheckCode.UNREADABLE_VALUE,
              CheckCode.UNREADABLE_VALUE.phrase() + ": field " + field,
              "rowCount=1 field=" + field);
      case RowOutcome.ConnectorError(String message) -> connectorError(message);
    };
  }

  CheckOutcome absent(CheckRequest.Absent request) {
    SqlText query = source.query().fixed("SELECT COUNT(*) AS v FROM ");
    Answer found =
        answer(() -> {
          query.table(request.table());
          Conditions.append(query, request.table(), request.identityEq());
          return Conditions.and(query, request.table(), request.filterEq());
        });
    return switch (found) {
      case Answer.Failed(String message) -> connectorError(message);
      case Answer.Found(Cell cell) -> {
        BigDecimal count = Expectation.number(cell);
        if (count == null) {
          yield unusable();
        }
        yield count.signum() == 0
            ? CheckOutcome.verified("rowCount=0")
            : CheckOutcome.of(
                StepStatus.INCONSISTENT,
                CheckCode.ROW_PRESENT_WHEN_FORBIDDEN,
                "rowCount=" + count.toPlainString());
      }
    };
  }

  CheckOutcome relation(CheckRequest.Relation relation) {
    return switch (relation) {
      case CheckRequest.RelatedExists exists -> related(exists);
      case CheckRequest.JoinCount join ->
          compare(
              answer(() -> joinCount(join)),
              join.expect(),
              CheckCode.RELATIONAL_EXPECTATION_MISMATCH);
      case CheckRequest.Aggregate aggregate ->
          compare(
              answer(() -> aggregate(aggregate)),
              aggregate.expect(),
              CheckCode.RELATIONAL_EXPECTATION_MISMATCH);
      case CheckRequest.AntiJoin anti ->
          compare(answer(() -> antiJoin(anti)), NO_ORPHANS, CheckCode.ORPHAN_ROW_DETECTED);
    };
  }

  private CheckOutcome related(CheckRequest.RelatedExists exists) {
    return switch (RelatedVerifier.verify(source, exists.request())) {
      case RelatedOutcome.Present _ -> CheckOutcome.verified("exists=1");
      case RelatedOutcome.Absent _ ->
          CheckOutcome.of(StepStatus.MISSING, CheckCode.RELATED_ROWS_ABSENT, "exists=0");
      case RelatedOutcome.Unusable _ -> unusable();
      case RelatedOutcome.ConnectorError(String message) -> connectorError(message);
    };
  }

  private static CheckOutcome compare(Answer found, Expectation expect, CheckCode mismatch) {
    return switch (found) {
      case Answer.Failed(String message) -> connectorError(message);
      case Answer.Found(Cell cell) -> {
        BigDecimal actual = Expectation.number(cell);
        if (actual == null) {
          yield unusable();
        }
        String observed = "actual=" + plain(actual);
        yield expect.holds(actual)
            ? CheckOutcome.verified(observed)
            : new CheckOutcome(
                StepStatus.INCONSISTENT,
                mismatch,
                "expected " + expect + ", found " + plain(actual),
                observed);
      }
    };
  }

  private SqlText joinCount(CheckRequest.JoinCount join) {
    SqlText query =
        source
            .query()
            .fixed("SELECT COUNT(*) AS v FROM ")
            .table(join.leftTable())
            .fixed(" AS \"l\" INNER JOIN ")
            .table(join.rightTable())
            .fixed(" AS \"r\" ON ")
            .column("l", join.leftColumn())
            .fixed(" = ")
            .column("r", join.rightColumn());
    Conditions.append(query, "l", join.whereLeft());
    return join.whereLeft().isEmpty()
        ? Conditions.append(query, "r", join.whereRight())
        : Conditions.and(query, "r", join.whereRight());
  }

  private SqlText aggregate(CheckRequest.Aggregate aggregate) {
    SqlText query = source.query();
    String sumColumn = aggregate.sumColumn();
    if (sumColumn == null) {
      query.fixed("SELECT COUNT(*) AS v FROM ");
    } else {
      query.fixed("SELECT COALESCE(SUM(").column(aggregate.table(), sumColumn);
      query.fixed("), 0) AS v FROM ");
    }
    query.table(aggregate.table());
    return Conditions.append(query, aggregate.table(), aggregate.whereEq());
  }

  private SqlText antiJoin(CheckRequest.AntiJoin anti) {
    SqlText query =
        source
            .query()
            .fixed("SELECT COUNT(*) AS v FROM ")
            .table(anti.anchorTable())
            .fixed(" AS \"a\" LEFT JOIN ")
            .table(anti.lookupTable())
            .fixed(" AS \"l\" ON ")
            .column("a", anti.anchorColumn())
            .fixed(" = ")
            .column("l", anti.lookupColumn());
    Conditions.and(query, "l", anti.filterLookup());
    query.fixed(" WHERE ").column("l", anti.presenceColumn()).fixed(" IS NULL");
    return Conditions.and(query, "a", anti.filterAnchor());
  }

  /** The one value of a query. */
  private sealed interface Answer {
    record Found(Cell cell) implements Answer {}

    record Failed(String message) implements Answer {}
  }

  private interface Query {
    SqlText text();
  }

  private Answer answer(Query query) {
    try {
      List<Row> rows = source.read(query.text(), 1);
      return rows.isEmpty()
          ? new Answer.Failed("expected one row, found none")
          : new Answer.Found(rows.getFirst().first());
    } catch (SourceException | IllegalArgumentException e) {
      return new Answer.Failed(String.valueOf(e.getMessage()));
    }
  }

  private static CheckOutcome unusable() {
    CheckCode code = CheckCode.RELATIONAL_SCALAR_UNUSABLE;
    return CheckOutcome.incomplete(code, code.phrase(), "the answer is no number");
  }

  static CheckOutcome connectorError(@Nullable String message) {
    CheckCode code = CheckCode.CONNECTOR_ERROR;
    String line = ReportText.line(message == null ? "" : message);
    return CheckOutcome.incomplete(
        code,
        line.isEmpty() ? code.phrase() : line,
        "nothing was read: the database refused the query");
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
