package dev.assay.quick.check;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The structure of a registry file, as the schema {@code tools-registry} describes it, with at
 * least one entry. Kinds that no SQL can verify pass here and stay unverified in replay.
 */
final class RegistryShape {

  private static final Set<String> OTHER_KINDS =
      Set.of("vector_document", "object_storage_object", "http_witness", "mongo_document");

  private final String path;

  private RegistryShape(String path) {
    this.path = path;
  }

  /**
   * {@code root} as the list it has to be.
   *
   * @throws CommandException REGISTRY_SCHEMA_INVALID
   */
  static JsonArray checked(Json root) throws CommandException {
    if (!(root instanceof JsonArray list) || list.size() == 0) {
      throw new RegistryShape("").wrong("a JSON array with at least one entry");
    }
    for (int i = 0; i < list.size(); i++) {
      new RegistryShape("/" + i).entry(list.at(i));
    }
    return list;
  }

  private RegistryShape at(String name) {
    return new RegistryShape(path + "/" + name);
  }

  private void entry(Json value) throws CommandException {
    JsonObject entry =
        object(
            value,
            Set.of("toolId", "effectDescriptionTemplate", "verification"),
            Set.of("releaseCritical"));
    at("toolId").nonEmpty(entry.get("toolId"));
    if (!(entry.get("effectDescriptionTemplate") instanceof Scalar.Text)) {
      throw at("effectDescriptionTemplate").wrong("a string");
    }
    Json critical = entry.get("releaseCritical");
    if (critical != null && !(critical instanceof Scalar.Bool)) {
      throw at("releaseCritical").wrong("true or false");
    }
    at("verification").verification(entry.get("verification"));
  }

  private void verification(@Nullable Json value) throws CommandException {
    if (!(value instanceof JsonObject object)) {
      throw wrong("an object");
    }
    String kind = Json.textOf(object.get("kind"));
    switch (kind) {
      case "sql_row" -> row(object, "kind");
      case "sql_row_absent" -> absent(object);
      case "sql_effects" -> effects(object);
      case "sql_relational" -> relational(object);
      default -> {
        if (!OTHER_KINDS.contains(kind)) {
          throw at("kind").wrong("a known kind of verification");
        }
      }
    }
  }

  private void row(JsonObject value, String label) throws CommandException {
    JsonObject row =
        object(value, Set.of(label, "table", "identityEq", "requiredFields"), Set.of());
    at("table").name(row.get("table"));
    at("identityEq").pairs(row.get("identityEq"), 1, false);
    JsonObject fields =
        at("requiredFields").object(row.get("requiredFields"), Set.of("pointer"), Set.of());
    at("requiredFields").pointer(fields);
  }

  private void absent(JsonObject value) throws CommandException {
    object(value, Set.of("kind", "table", "identityEq"), Set.of("filterEq"));
    at("table").name(value.get("table"));
    at("identityEq").pairs(value.get("identityEq"), 1, false);
    at("filterEq").optionalPairs(value.get("filterEq"), false);
  }

  private void effects(JsonObject value) throws CommandException {
    object(value, Set.of("kind", "effects"), Set.of());
    JsonArray effects = at("effects").array(value.get("effects"), 2);
    for (int i = 0; i < effects.size(); i++) {
      RegistryShape place = at("effects/" + i);
      if (!(effects.at(i) instanceof JsonObject effect)) {
        throw place.wrong("an object");
      }
      place.row(effect, "id");
      place.at("id").nonEmpty(effect.get("id"));
    }
  }

  private void relational(JsonObject value) throws CommandException {
    object(value, Set.of("kind", "checks"), Set.of());
    JsonArray checks = at("checks").array(value.get("checks"), 1);
    for (int i = 0; i < checks.size(); i++) {
      at("checks/" + i).check(checks.at(i));
    }
  }

  private void check(Json value) throws CommandException {
    if (!(value instanceof JsonObject check)) {
      throw wrong("an object");
    }
    switch (Json.textOf(check.get("checkKind"))) {
      case "related_exists" -> {
        object(check, Set.of("checkKind", "id", "childTable", "matchEq"), Set.of());
        at("childTable").name(check.get("childTable"));
        at("matchEq").pairs(check.get("matchEq"), 1, false);
      }
      case "join_count" -> joinCount(check);
      case "aggregate" -> aggregate(check);
      case "anti_join" -> antiJoin(check);
      default -> throw at("checkKind").wrong("related_exists, join_count, aggregate or anti_join");
    }
    at("id").nonEmpty(check.get("id"));
  }

  private void joinCount(JsonObject check) throws CommandException {
    object(
        check,
        Set.of("checkKind", "id", "leftTable", "rightTable", "join", "expect"),
        Set.of("whereEq"));
    at("leftTable").name(check.get("leftTable"));
    at("rightTable").name(check.get("rightTable"));
    JsonObject join =
        at("join").object(check.get("join"), Set.of("leftColumn", "rightColumn"), Set.of());
    at("join/leftColumn").name(join.get("leftColumn"));
    at("join/rightColumn").name(join.get("rightColumn"));
    at("whereEq").optionalPairs(check.get("whereEq"), true);
    at("expect").expectation(check.get("expect"));
  }

  private void aggregate(JsonObject check) throws CommandException {
    object(
        check, Set.of("checkKind", "id", "table", "fn", "expect"), Set.of("sumColumn", "whereEq"));
    at("table").name(check.get("table"));
    if (!Set.of("COUNT_STAR", "SUM").contains(Json.textOf(check.get("fn")))) {
      throw at("fn").wrong("COUNT_STAR or SUM");
    }
    Json sumColumn = check.get("sumColumn");
    if (sumColumn != null) {
      at("sumColumn").name(sumColumn);
    }
    at("whereEq").optionalPairs(check.get("whereEq"), false);
    at("expect").expectation(check.get("expect"));
  }

  private void antiJoin(JsonObject check) throws CommandException {
    Set<String> names =
        Set.of(
            "anchorTable", "lookupTable", "anchorColumn", "lookupColumn", "lookupPresenceColumn");
    Set<String> required = new HashSet<>(names);
    required.add("checkKind");
    required.add("id");
    object(check, required, Set.of("filterEqAnchor", "filterEqLookup"));
    for (String name : names) {
      at(name).name(check.get(name));
    }
    at("filterEqAnchor").optionalPairs(check.get("filterEqAnchor"), false);
    at("filterEqLookup").optionalPairs(check.get("filterEqLookup"), false);
  }

  private void expectation(@Nullable Json value) throws CommandException {
    JsonObject expect = object(value, Set.of("op", "value"), Set.of());
    if (Expectation.Comparison.of(Json.textOf(expect.get("op"))) == null) {
      throw at("op").wrong("eq, gte or lte");
    }
    RegistryShape place = at("value");
    JsonObject number = place.single(expect.get("value"));
    if (number.get("pointer") != null) {
      place.pointer(number);
    } else if (!(number.get("const") instanceof Scalar.Int)
        && !(number.get("const") instanceof Scalar.Real)) {
      throw place.at("const").wrong("a number");
    }
  }

  private void optionalPairs(@Nullable Json value, boolean sided) throws CommandException {
    if (value != null) {
      pairs(value, 0, sided);
    }
  }

  private void pairs(@Nullable Json value, int least, boolean sided) throws CommandException {
    JsonArray pairs = array(value, least);
    Set<String> members =
        sided ? Set.of("column", "value", "tableSide") : Set.of("column", "value");
    for (int i = 0; i < pairs.size(); i++) {
      RegistryShape place = at(Integer.toString(i));
      JsonObject pair = place.object(pairs.at(i), members, Set.of());
      place.at("column").name(pair.get("column"));
      place.at("value").scalar(pair.get("value"));
      if (sided && !Set.of("left", "right").contains(Json.textOf(pair.get("tableSide")))) {
        throw place.at("tableSide").wrong("left or right");
      }
    }
  }

  private void name(@Nullable Json value) throws CommandException {
    JsonObject name = single(value);
    if (name.get("pointer") != null) {
      pointer(name);
    } else {
      at("const").nonEmpty(name.get("const"));
    }
  }

  private void scalar(@Nullable Json value) throws CommandException {
    JsonObject scalar = single(value);
    if (scalar.get("pointer") != null) {
      pointer(scalar);
    } else if (!(scalar.get("const") instanceof Scalar)) {
      throw at("const").wrong("a string, number, boolean or null");
    }
  }

  /** An object whose one member is {@code const} or {@code pointer}. */
  private JsonObject single(@Nullable Json value) throws CommandException {
    boolean pointer = value instanceof JsonObject object && object.get("pointer") != null;
    return object(value, Set.of(pointer ? "pointer" : "const"), Set.of());
  }

  private void pointer(JsonObject holder) throws CommandException {
    boolean valid =
        holder.get("pointer") instanceof Scalar.Text(String text)
            && (text.isEmpty() || text.charAt(0) == '/');
    if (!valid) {
      throw at("pointer").wrong("a JSON pointer (RFC 6901)");
    }
  }

  private void nonEmpty(@Nullable Json value) throws CommandException {
    if (Json.textOf(value).isEmpty()) {
      throw wrong("a string that is not empty");
    }
  }

  private JsonArray array(@Nullable Json value, int least) throws CommandException {
    if (!(value instanceof JsonArray list)
        || list.size() < least
        || list.size() > CheckLimits.PARTS_MAX) {
      throw wrong("an array of " + least + " to " + CheckLimits.PARTS_MAX + " elements");
    }
    return list;
  }

  private JsonObject object(@Nullable Json value, Set<String> required, Set<String> optional)
      throws CommandException {
    if (!(value instanceof JsonObject object)) {
      throw wrong("an object");
    }
    for (String name : required) {
      if (object.get(name) == null) {
        throw at(name).wrong("this member to be present");
      }
    }
    for (JsonObject.Member member : object.sorted()) {
      if (!required.contains(member.name()) && !optional.contains(member.name())) {
        throw at(member.name()).wrong("no such member");
      }
    }
    return object;
  }

  private CommandException wrong(String expected) {
    return new CommandException(
        ErrorCode.REGISTRY_SCHEMA_INVALID,
        "registry"
            + (path.isEmpty() ? "" : " at " + path)
            + ": expected "
            + expected
            + ", found something else; see assay schema tools-registry");
  }
}
