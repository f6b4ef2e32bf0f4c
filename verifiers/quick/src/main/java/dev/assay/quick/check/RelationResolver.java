package dev.assay.quick.check;

import dev.assay.quick.check.Resolver.ResolveException;
import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.quick.verify.RelatedVerifier.RelatedRequest;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Resolves the checks of a {@code sql_relational} entry. */
final class RelationResolver {

  private final Resolver values;

  RelationResolver(Resolver values) {
    this.values = values;
  }

  CheckRequest resolve(JsonObject verification) throws ResolveException {
    List<CheckRequest.Relation> checks = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonObject check : Json.objectsOf(verification.get("checks"))) {
      checks.add(check(check, Resolver.uniqueId(check, ids)));
    }
    checks.sort(Comparator.comparing(CheckRequest.Relation::id));
    return new CheckRequest.Relational(List.copyOf(checks));
  }

  private CheckRequest.Relation check(JsonObject spec, String id) throws ResolveException {
    String kind = Json.textOf(spec.get("checkKind"));
    return switch (kind) {
      case "related_exists" -> relatedExists(spec, id);
      case "join_count" -> joinCount(spec, id);
      case "aggregate" -> aggregate(spec, id);
      case "anti_join" -> antiJoin(spec, id);
      default ->
          throw new ResolveException(
              CheckCode.UNSUPPORTED_VERIFICATION_KIND,
              "check " + id + ": expected a known checkKind, found " + kind);
    };
  }

  private CheckRequest.Relation relatedExists(JsonObject spec, String id) throws ResolveException {
    String table = values.table(spec.get("childTable"), label(id, "childTable"));
    List<ColumnEquals> matches = values.equalities(spec.get("matchEq"), label(id, "matchEq"));
    return new CheckRequest.RelatedExists(new RelatedRequest(id, table, matches));
  }

  private CheckRequest.Relation joinCount(JsonObject spec, String id) throws ResolveException {
    String left = values.table(spec.get("leftTable"), label(id, "leftTable"));
    String right = values.table(spec.get("rightTable"), label(id, "rightTable"));
    JsonObject join = spec.get("join") instanceof JsonObject object ? object : JsonObject.empty();
    String leftColumn = values.column(join.get("leftColumn"), label(id, "join.leftColumn"));
    String rightColumn = values.column(join.get("rightColumn"), label(id, "join.rightColumn"));
    List<ColumnEquals> whereLeft = new ArrayList<>();
    List<ColumnEquals> whereRight = new ArrayList<>();
    for (JsonObject where : Json.objectsOf(spec.get("whereEq"))) {
      ColumnEquals match =
          new ColumnEquals(
              values.column(where.get("column"), label(id, "whereEq.column")),
              values.value(where.get("value"), label(id, "whereEq.value")));
      boolean isLeft = Json.textOf(where.get("tableSide")).equals("left");
      (isLeft ? whereLeft : whereRight).add(match);
    }
    return new CheckRequest.JoinCount(
        id,
        left,
        leftColumn,
        right,
        rightColumn,
        Resolver.ordered(whereLeft, label(id, "whereEq")),
        Resolver.ordered(whereRight, label(id, "whereEq")),
        expectation(spec, id));
  }

  private CheckRequest.Relation aggregate(JsonObject spec, String id) throws ResolveException {
    String table = values.table(spec.get("table"), label(id, "table"));
    String sumColumn = null;
    if (Json.textOf(spec.get("fn")).equals("SUM")) {
      Json column = spec.get("sumColumn");
      if (column == null) {
        throw new ResolveException(
            CheckCode.RELATIONAL_SUM_COLUMN_REQUIRED,
            label(id, "sumColumn") + ": expected a column for SUM, found none");
      }
      sumColumn = values.column(column, label(id, "sumColumn"));
    }
    List<ColumnEquals> where = values.equalities(spec.get("whereEq"), label(id, "whereEq"));
    return new CheckRequest.Aggregate(id, table, sumColumn, where, expectation(spec, id));
  }

  private CheckRequest.Relation antiJoin(JsonObject spec, String id) throws ResolveException {
    String anchor = values.table(spec.get("anchorTable"), label(id, "anchorTable"));
    String lookup = values.table(spec.get("lookupTable"), label(id, "lookupTable"));
    return new CheckRequest.AntiJoin(
        id,
        anchor,
        values.column(spec.get("anchorColumn"), label(id, "anchorColumn")),
        lookup,
        values.column(spec.get("lookupColumn"), label(id, "lookupColumn")),
        values.column(spec.get("lookupPresenceColumn"), label(id, "lookupPresenceColumn")),
        values.equalities(spec.get("filterEqAnchor"), label(id, "filterEqAnchor")),
        values.equalities(spec.get("filterEqLookup"), label(id, "filterEqLookup")));
  }

  private Expectation expectation(JsonObject spec, String id) throws ResolveException {
    JsonObject expect =
        spec.get("expect") instanceof JsonObject object ? object : JsonObject.empty();
    Expectation.Comparison comparison = Expectation.Comparison.of(Json.textOf(expect.get("op")));
    JsonObject value =
        expect.get("value") instanceof JsonObject object ? object : JsonObject.empty();
    Json found =
        value.get("pointer") instanceof Scalar.Text(String pointer)
            ? values.at(pointer)
            : value.get("const");
    BigDecimal number = number(found);
    if (comparison == null || number == null || !(found instanceof Scalar scalar)) {
      throw new ResolveException(
          CheckCode.RELATIONAL_EXPECT_VALUE_INVALID,
          label(id, "expect") + ": expected eq, gte or lte and a finite number");
    }
    return new Expectation(comparison, number, scalar.plainText());
  }

  private static @Nullable BigDecimal number(@Nullable Json value) {
    return value instanceof Scalar scalar ? Expectation.number(scalar) : null;
  }

  private static String label(String id, String member) {
    return "check " + id + ": " + member;
  }
}
