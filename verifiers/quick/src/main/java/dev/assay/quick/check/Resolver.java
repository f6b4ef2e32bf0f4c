package dev.assay.quick.check;

import dev.assay.quick.export.JsonPointer;
import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.quick.verify.RowRequest;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fills the pointers of a registry entry from the parameters of one event. Trusts neither: every
 * name must be a plain identifier, every value a scalar.
 */
final class Resolver {

  private final JsonObject params;

  Resolver(JsonObject params) {
    this.params = params;
  }

  /**
   * What to read for {@code verification}.
   *
   * @throws ResolveException when the entry and the parameters do not fit
   */
  CheckRequest resolve(JsonObject verification) throws ResolveException {
    return switch (Json.textOf(verification.get("kind"))) {
      case "sql_row" -> new CheckRequest.Row(row(verification, ""));
      case "sql_row_absent" -> absent(verification);
      case "sql_effects" -> effects(verification);
      case "sql_relational" -> new RelationResolver(this).resolve(verification);
      default ->
          throw new ResolveException(
              CheckCode.UNSUPPORTED_VERIFICATION_KIND,
              "expected sql_row, sql_row_absent, sql_effects or sql_relational, found "
                  + Json.textOf(verification.get("kind")));
    };
  }

  private CheckRequest effects(JsonObject verification) throws ResolveException {
    List<CheckRequest.Effect> effects = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonObject effect : Json.objectsOf(verification.get("effects"))) {
      String id = uniqueId(effect, ids);
      effects.add(new CheckRequest.Effect(id, row(effect, "effect " + id + ": ")));
    }
    effects.sort(Comparator.comparing(CheckRequest.Effect::id));
    return new CheckRequest.Effects(List.copyOf(effects));
  }

  static String uniqueId(JsonObject part, Set<String> ids) throws ResolveException {
    String id = Json.textOf(part.get("id"));
    if (!ids.add(id)) {
      throw new ResolveException(
          CheckCode.DUPLICATE_EFFECT_ID, "expected each id once, found " + id + " again");
    }
    return id;
  }

  private CheckRequest absent(JsonObject verification) throws ResolveException {
    String table = table(verification.get("table"), "table");
    List<ColumnEquals> identity = equalities(verification.get("identityEq"), "identityEq");
    List<ColumnEquals> filter = equalities(verification.get("filterEq"), "filterEq");
    for (ColumnEquals match : filter) {
      if (identity.stream().anyMatch(other -> other.column().equals(match.column()))) {
        throw new ResolveException(
            CheckCode.FILTER_EQ_OVERLAPS_IDENTITY,
            "expected filterEq without columns of identityEq, found " + match.column());
      }
    }
    return new CheckRequest.Absent(table, identity, filter);
  }

  private RowRequest row(JsonObject spec, String label) throws ResolveException {
    return new RowRequest(
        table(spec.get("table"), label + "table"),
        equalities(spec.get("identityEq"), label + "identityEq"),
        requiredFields(spec.get("requiredFields"), label + "requiredFields"));
  }

  private SortedMap<String, Scalar> requiredFields(@Nullable Json spec, String label)
      throws ResolveException {
    Json found = spec instanceof JsonObject object ? at(Json.textOf(object.get("pointer"))) : null;
    if (found == null || found instanceof Scalar.Null) {
      throw new ResolveException(
          CheckCode.REQUIRED_FIELDS_POINTER_MISSING, label + ": found nothing at its pointer");
    }
    if (!(found instanceof JsonObject fields)) {
      throw new ResolveException(
          CheckCode.REQUIRED_FIELDS_NOT_OBJECT, label + ": expected an object at its pointer");
    }
    SortedMap<String, Scalar> values = new TreeMap<>();
    for (JsonObject.Member member : fields.sorted()) {
      String name = identifier(member.name(), label);
      if (!(member.value() instanceof Scalar value) || !value.finite()) {
        throw new ResolveException(
            CheckCode.REQUIRED_FIELDS_VALUE_NOT_SCALAR,
            label + "." + name + ": expected a string, finite number, boolean or null");
      }
      values.put(name, value);
    }
    return values;
  }

  /** The equalities of {@code specs}, by column in UTF-16 order; none when there is no list. */
  List<ColumnEquals> equalities(@Nullable Json specs, String label) throws ResolveException {
    List<ColumnEquals> matches = new ArrayList<>();
    int index = 0;
    for (JsonObject spec : Json.objectsOf(specs)) {
      String at = label + "[" + index++ + "]";
      String column = column(spec.get("column"), at + ".column");
      matches.add(new ColumnEquals(column, value(spec.get("value"), at + ".value")));
    }
    return ordered(matches, label);
  }

  /** {@code matches} by column in UTF-16 order, each column once. */
  static List<ColumnEquals> ordered(List<ColumnEquals> matches, String label)
      throws ResolveException {
    List<ColumnEquals> sorted = matches.stream().sorted(ColumnEquals::byColumn).toList();
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).column().equals(sorted.get(i - 1).column())) {
        throw new ResolveException(
            CheckCode.EQUALITY_DUPLICATE_COLUMN,
            label + ": expected each column once, found " + sorted.get(i).column() + " again");
      }
    }
    return sorted;
  }

  String table(@Nullable Json spec, String label) throws ResolveException {
    if (spec instanceof JsonObject object
        && object.get("const") instanceof Scalar.Text(String name)) {
      return identifier(name, label);
    }
    if (spec instanceof JsonObject object
        && object.get("pointer") instanceof Scalar.Text(String pointer)) {
      if (at(pointer) instanceof Scalar.Text(String name) && !name.isEmpty()) {
        return identifier(name, label);
      }
      throw new ResolveException(
          CheckCode.TABLE_POINTER_INVALID, label + ": expected a name at " + pointer);
    }
    throw new ResolveException(
        CheckCode.TABLE_SPEC_INVALID, label + ": expected {const} or {pointer}");
  }

  String column(@Nullable Json spec, String label) throws ResolveException {
    return identifier(string(spec, label), label);
  }

  private String string(@Nullable Json spec, String label) throws ResolveException {
    if (!(spec instanceof JsonObject object)
        || !(object.get("pointer") instanceof Scalar.Text(String pointer))) {
      String constant = spec instanceof JsonObject object ? Json.textOf(object.get("const")) : "";
      if (constant.isEmpty()) {
        throw new ResolveException(
            CheckCode.CONST_STRING_EMPTY, label + ": expected a constant that is no empty string");
      }
      return constant;
    }
    Json found = at(pointer);
    if (found == null || found instanceof Scalar.Null) {
      throw new ResolveException(
          CheckCode.STRING_SPEC_POINTER_MISSING, label + ": found nothing at " + pointer);
    }
    if (!(found instanceof Scalar.Text(String value))) {
      throw new ResolveException(
          CheckCode.STRING_SPEC_TYPE, label + ": expected a string at " + pointer);
    }
    if (value.isEmpty()) {
      throw new ResolveException(
          CheckCode.STRING_SPEC_EMPTY, label + ": found an empty string at " + pointer);
    }
    return value;
  }

  /** The text that is bound for a constant or pointed-to value. */
  String value(@Nullable Json spec, String label) throws ResolveException {
    if (spec instanceof JsonObject object
        && object.get("pointer") instanceof Scalar.Text(String pointer)) {
      Json found = at(pointer);
      if (found == null || found instanceof Scalar.Null) {
        throw new ResolveException(
            CheckCode.KEY_VALUE_POINTER_MISSING, label + ": found nothing at " + pointer);
      }
      if (!(found instanceof Scalar scalar) || !scalar.finite()) {
        throw new ResolveException(
            CheckCode.KEY_VALUE_NOT_SCALAR, label + ": expected a scalar at " + pointer);
      }
      return scalar.plainText();
    }
    if (spec instanceof JsonObject object
        && object.get("const") instanceof Scalar constant
        && constant.finite()) {
      return constant.plainText();
    }
    throw new ResolveException(
        CheckCode.KEY_VALUE_SPEC_INVALID, label + ": expected a scalar {const} or {pointer}");
  }

  @Nullable Json at(String pointer) {
    return JsonPointer.find(params, pointer);
  }

  static String identifier(String name, String label) throws ResolveException {
    boolean plain =
        !name.isEmpty()
            && !('0' <= name.charAt(0) && name.charAt(0) <= '9')
            && name.chars()
                .allMatch(c ->
                    ('a' <= c && c <= 'z')
                        || ('A' <= c && c <= 'Z')
                        || ('0' <= c && c <= '9')
                        || c == '_');
    if (!plain) {
      throw new ResolveException(
          CheckCode.INVALID_IDENTIFIER,
          label + ": expected letters, digits and underscores, found " + name);
    }
    return name;
  }

  /** A registry entry does not fit the parameters of an event: the step stays unverified. */
  static final class ResolveException extends Exception {

    private static final long serialVersionUID = 1L;

    private final CheckCode code;

    ResolveException(CheckCode code, String message) {
      super(message);
      this.code = code;
    }

    CheckCode code() {
      return code;
    }
  }
}
