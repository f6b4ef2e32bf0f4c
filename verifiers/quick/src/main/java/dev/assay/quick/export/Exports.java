package dev.assay.quick.export;

import dev.assay.quick.ingest.Ingest.Action;
import dev.assay.quick.plan.Thresholds;
import dev.assay.quick.plan.UnitPlan;
import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.quick.verify.RelatedVerifier.RelatedRequest;
import dev.assay.quick.verify.RowRequest;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides which units become registry entries, and in which form (A.10, A.14). */
public final class Exports {

  private static final String FIELDS_NAME = "__qvFields";
  private static final String TOOL_PREFIX = "quick:";

  private Exports() {}

  /** The entry of a row unit, or null when it is not exported. */
  public static @Nullable ExportedTool row(
      String unitId, Action action, UnitPlan.RowCheck plan, boolean verified) {
    if (plan.confidence() >= Thresholds.EXPORT) {
      return withConstants(unitId, plan.request());
    }
    return verified && plan.confidence() >= Thresholds.COLUMN
        ? withPointers(unitId, action, plan)
        : null;
  }

  /** The entry of a relational unit, or null when it is not exported. */
  public static @Nullable ExportedTool related(
      String unitId, RelatedRequest request, boolean verified) {
    boolean resolvable =
        isIdentifier(request.childTable())
            && request.matchEq().stream().allMatch(match -> isIdentifier(match.column()));
    if (!verified || !resolvable) {
      return null;
    }
    JsonObject check =
        JsonObject.builder()
            .put("checkKind", "related_exists")
            .put("id", request.id())
            .put("childTable", constant(request.childTable()))
            .put("matchEq", constants(request.matchEq()))
            .build();
    JsonObject verification =
        JsonObject.builder()
            .put("kind", "sql_relational")
            .put("checks", JsonArray.of(check))
            .build();
    return ExportedTool.of(
        TOOL_PREFIX + unitId,
        "A related row exists for "
            + inert(request.id())
            + " (inferred from observed tool activity).",
        verification,
        JsonObject.empty());
  }

  private static ExportedTool withConstants(String unitId, RowRequest request) {
    JsonObject params = JsonObject.builder().put(FIELDS_NAME, request.fields()).build();
    return rowTool(unitId, request, constants(request.identityEq()), params);
  }

  private static @Nullable ExportedTool withPointers(
      String unitId, Action action, UnitPlan.RowCheck plan) {
    RowRequest request = plan.request();
    JsonObject params = action.params().read().with(FIELDS_NAME, request.fields());
    Map<String, String> pointers = new HashMap<>();
    for (Map.Entry<String, String> entry : plan.identityPaths().entrySet()) {
      String pointer = FlatKeyPointer.of(entry.getValue());
      if (pointer == null) {
        return null;
      }
      pointers.put(entry.getKey(), pointer);
    }
    RowRequest resolved = resolve(request, pointers, params);
    if (resolved == null || !resolved.fingerprint().equals(request.fingerprint())) {
      return null;
    }
    JsonArray.Builder identity = JsonArray.builder();
    for (ColumnEquals match : request.identityEq()) {
      String pointer = pointers.getOrDefault(match.column(), "");
      identity.add(
          JsonObject.builder()
              .put("column", constant(match.column()))
              .put("value", pointer(pointer))
              .build());
    }
    return rowTool(unitId, request, identity.build(), params);
  }

  /** What replay would ask the database, or null when replay would refuse the entry. */
  private static @Nullable RowRequest resolve(
      RowRequest planned, Map<String, String> pointers, JsonObject params) {
    if (!isIdentifier(planned.table())
        || !planned.requiredFields().keySet().stream().allMatch(Exports::isIdentifier)) {
      return null;
    }
    List<ColumnEquals> identity = new ArrayList<>();
    for (Map.Entry<String, String> entry : pointers.entrySet()) {
      boolean scalar =
          JsonPointer.find(params, entry.getValue()) instanceof Scalar value
              && !(value instanceof Scalar.Null)
              && identity.add(new ColumnEquals(entry.getKey(), value.plainText()));
      if (!scalar || !isIdentifier(entry.getKey())) {
        return null;
      }
    }
    return new RowRequest(planned.table(), identity, planned.requiredFields());
  }

  private static ExportedTool rowTool(
      String unitId, RowRequest request, Json identity, JsonObject params) {
    JsonObject verification =
        JsonObject.builder()
            .put("kind", "sql_row")
            .put("table", constant(request.table()))
            .put("identityEq", identity)
            .put("requiredFields", pointer("/" + FIELDS_NAME))
            .build();
    return ExportedTool.of(
        TOOL_PREFIX + unitId,
        "One row of table " + inert(request.table()) + " (inferred from observed tool activity).",
        verification,
        params);
  }

  /** A name without the sign by which replay would read a pointer out of it. */
  private static String inert(String name) {
    return name.replace("{/", "{ /");
  }

  private static Json constants(List<ColumnEquals> matches) {
    JsonArray.Builder out = JsonArray.builder();
    for (ColumnEquals match : matches) {
      out.add(
          JsonObject.builder()
              .put("column", constant(match.column()))
              .put("value", constant(match.value()))
              .build());
    }
    return out.build();
  }

  private static JsonObject constant(String value) {
    return JsonObject.builder().put("const", value).build();
  }

  private static JsonObject pointer(String value) {
    return JsonObject.builder().put("pointer", value).build();
  }

  /** Whether replay takes {@code name} as a table or column name. */
  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && !('0' <= name.charAt(0) && name.charAt(0) <= '9')
        && name.chars()
            .allMatch(c ->
                ('a' <= c && c <= 'z')
                    || ('A' <= c && c <= 'Z')
                    || ('0' <= c && c <= '9')
                    || c == '_');
  }

  /**
   * One registry entry and the parameters of the event that replays it.
   *
   * @param toolId unique in the run
   * @param entry the entry as the registry file holds it
   * @param params parameters of the synthetic event
   */
  public record ExportedTool(String toolId, JsonObject entry, JsonObject params) {

    static ExportedTool of(
        String toolId, String description, JsonObject verification, JsonObject params) {
      JsonObject entry =
          JsonObject.builder()
              .put("toolId", Json.text(toolId))
              .put("effectDescriptionTemplate", Json.text(description))
              .put("verification", verification)
              .build();
      return new ExportedTool(toolId, entry, params);
    }
  }
}
