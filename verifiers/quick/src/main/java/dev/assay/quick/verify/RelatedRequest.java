package dev.assay.quick.verify;

import dev.assay.quick.json.JsonObject;
import java.util.List;

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
