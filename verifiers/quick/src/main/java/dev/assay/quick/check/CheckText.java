package dev.assay.quick.check;

import dev.assay.quick.export.JsonPointer;
import dev.assay.quick.report.ReportText;
import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.quick.verify.FieldOrder;
import dev.assay.quick.verify.RowRequest;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import java.util.List;
import java.util.StringJoiner;

/** The patterned texts of a replayed step. */
final class CheckText {

  private static final String MISSING = "MISSING";

  private CheckText() {}

  /**
   * {@code template} with every {@code {/pointer}} replaced by the JSON text of the parameter it
   * names, or {@code MISSING}.
   */
  static String rendered(String template, JsonObject params) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < template.length()) {
      int open = template.indexOf("{/", at);
      int close = open < 0 ? -1 : template.indexOf('}', open);
      if (close < 0) {
        break;
      }
      Json value = JsonPointer.find(params, template.substring(open + 1, close));
      out.append(template, at, open).append(value == null ? MISSING : JsonText.stable(value));
      at = close + 1;
    }
    return ReportText.line(out.append(template, at, template.length()).toString());
  }

  /** What {@code request} demands. */
  static String expected(CheckRequest request) {
    String text =
        switch (request) {
          case CheckRequest.Row row -> row(row.row());
          case CheckRequest.Absent absent ->
              "no row in table="
                  + absent.table()
                  + " identity="
                  + pairs(absent.identityEq())
                  + " filter="
                  + pairs(absent.filterEq());
          case CheckRequest.Effects effects -> {
            StringJoiner out = new StringJoiner("; ");
            effects
                .effects()
                .forEach(effect -> out.add("[" + effect.id() + "] " + row(effect.row())));
            yield out.toString();
          }
          case CheckRequest.Relational relational -> {
            StringJoiner out = new StringJoiner("; ");
            relational.checks().forEach(check -> out.add(relation(check)));
            yield out.toString();
          }
        };
    return ReportText.line(text);
  }

  private static String row(RowRequest request) {
    return "table="
        + request.table()
        + " identity="
        + pairs(request.identityEq())
        + " required_fields=["
        + String.join(", ", FieldOrder.sorted(request.requiredFields().keySet()))
        + "]";
  }

  private static String relation(CheckRequest.Relation relation) {
    return switch (relation) {
      case CheckRequest.RelatedExists exists ->
          "related_exists; id="
              + exists.id()
              + " table="
              + exists.request().childTable()
              + " match="
              + pairs(exists.request().matchEq());
      case CheckRequest.JoinCount join ->
          "join_count; id="
              + join.id()
              + " join="
              + join.leftTable()
              + "."
              + join.leftColumn()
              + "="
              + join.rightTable()
              + "."
              + join.rightColumn()
              + " left="
              + pairs(join.whereLeft())
              + " right="
              + pairs(join.whereRight())
              + " expect="
              + join.expect();
      case CheckRequest.Aggregate aggregate ->
          "aggregate; id="
              + aggregate.id()
              + " table="
              + aggregate.table()
              + (aggregate.sumColumn() == null ? " count" : " sum=" + aggregate.sumColumn())
              + " where="
              + pairs(aggregate.whereEq())
              + " expect="
              + aggregate.expect();
      case CheckRequest.AntiJoin anti ->
          "anti_join; id="
              + anti.id()
              + " anchor="
              + anti.anchorTable()
              + "."
              + anti.anchorColumn()
              + pairs(anti.filterAnchor())
              + " lookup="
              + anti.lookupTable()
              + "."
              + anti.lookupColumn()
              + pairs(anti.filterLookup());
    };
  }

  private static String pairs(List<ColumnEquals> matches) {
    StringJoiner out = new StringJoiner(", ", "[", "]");
    matches.forEach(match -> out.add(match.column() + "=" + match.value()));
    return out.toString();
  }
}
