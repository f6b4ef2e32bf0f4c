package dev.assay.quick.verify;

import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which row to find and what it must hold.
 *
 * @param identityEq in UTF-16 order of the columns
 * @param requiredFields expected value by column, in UTF-16 order
 */
public record RowRequest(
    String table, List<ColumnEquals> identityEq, SortedMap<String, Scalar> requiredFields) {

  /** Sorts and copies both collections. */
  public RowRequest {
    identityEq = identityEq.stream().sorted(ColumnEquals::byColumn).toList();
    requiredFields = Collections.unmodifiableSortedMap(new TreeMap<>(requiredFields));
  }

  /** The request as reports show it: kind, table, identityEq, requiredFields. */
  public JsonObject json() {
    return JsonObject.builder()
        .put("kind", "sql_row")
        .put("table", table)
        .put("identityEq", matches(identityEq))
        .put("requiredFields", fields())
        .build();
  }

  /** The required fields as a JSON object. */
  public JsonObject fields() {
    JsonObject.Builder fields = JsonObject.builder();
    requiredFields.forEach(fields::put);
    return fields.build();
  }

  /** The text by which two requests are the same request (specification A.14). */
  public String fingerprint() {
    return JsonText.stable(json());
  }

  static Json matches(List<ColumnEquals> matches) {
    JsonArray.Builder out = JsonArray.builder();
    for (ColumnEquals match : matches) {
      out.add(
          JsonObject.builder().put("column", match.column()).put("value", match.value()).build());
    }
    return out.build();
  }
}
