package dev.assay.quick.plan;

import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.quick.verify.RowRequest;
import dev.assay.toolcalls.json.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plans one row unit of a table: identity, required fields, confidence (A.10). */
final class RowPlanner {

  private final Vocabulary.TableWords table;
  private final List<ActionPlanner.Param> params;

  /** {@code params} in UTF-16 order of their paths. */
  RowPlanner(Vocabulary.TableWords table, List<ActionPlanner.Param> params) {
    this.table = table;
    this.params = params;
  }

  private record Scored(ActionPlanner.Param param, double score) {}

  /**
   * The plan.
   *
   * @param tableScore of the tool name against this table
   * @param bestScore of the tool name against any table
   */
  UnitPlan plan(double tableScore, double bestScore) {
    if (table.identity().isEmpty()) {
      return noKey("No primary key or unique constraint on " + table.name() + ".");
    }
    List<ColumnEquals> identity = new ArrayList<>();
    SortedMap<String, String> paths = new TreeMap<>();
    double weakest = 1;
    for (String column : table.identity().stream().sorted().toList()) {
      Scored best = identityParam(ColumnName.of(column));
      if (best == null || !best.param().value().finite()) {
        return noKey("No parameter gives identity column " + column + ".");
      }
      identity.add(new ColumnEquals(column, best.param().value().plainText()));
      paths.put(column, best.param().path());
      weakest = Math.min(weakest, best.score());
    }
    SortedMap<String, Scalar> fields = requiredFields();
    double confidence = Math.min(1, (tableScore + weakest + bestScore) / 3);
    String rationale =
        "Table "
            + table.name()
            + ", PK ["
            + String.join(",", table.identity())
            + "], "
            + fields.size()
            + " field(s) compared";
    return new UnitPlan.RowCheck(
        new RowRequest(table.name(), identity, fields), paths, confidence, List.of(rationale));
  }

  private UnitPlan noKey(String reason) {
    return new UnitPlan.Gap(
        table.name(), List.of(ReasonCode.MAPPING_NO_UNIQUE_KEY), 0, List.of(), List.of(reason));
  }

  /** The best parameter for an identity column; ties go to the smallest key, then path. */
  private @Nullable Scored identityParam(ColumnName column) {
    Scored best = null;
    for (ActionPlanner.Param param : params) {
      double score = param.key().scoreFor(column);
      if (score < Thresholds.COLUMN) {
        continue;
      }
      boolean better =
          best == null
              || score > best.score()
              || (score == best.score()
                  && param.key().name().compareTo(best.param().key().name()) < 0);
      if (better) {
        best = new Scored(param, score);
      }
    }
    return best;
  }

  private SortedMap<String, Scalar> requiredFields() {
    SortedMap<String, Scalar> fields = new TreeMap<>();
    for (ColumnName column : table.columns()) {
      if (table.identity().contains(column.name())) {
        continue;
      }
      ActionPlanner.Param best = null;
      double bestScore = 0;
      for (ActionPlanner.Param param : params) {
        double score = param.key().scoreFor(column);
        if (score >= Thresholds.COLUMN && score > bestScore) {
          best = param;
          bestScore = score;
        }
      }
      if (best != null && best.value().finite()) {
        fields.put(column.name(), best.value());
      }
    }
    return fields;
  }
}
