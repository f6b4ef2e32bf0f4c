package dev.assay.store.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statement for one list of work items. Many that begin with a text are found on the way
 * through all in order of time, which ends after a page of them; few are found by their ids, and
 * sorted.
 *
 * @param sql text with named parameters
 * @param parameters their values
 */
record WorkItemSql(String sql, Map<String, Object> parameters) {

  /** Behind every character that an id may have. */
  private static final String LAST = "~";

  /**
   * The list that {@code query} asks for.
   *
   * @param bytewiseId the column {@code id}, compared by bytes
   * @param rare whether few work items begin with the prefix of the query
   */
  static WorkItemSql of(WorkItemQuery query, String bytewiseId, boolean rare) {
    List<String> conditions = new ArrayList<>(List.of("1 = 1"));
    Map<String, Object> parameters = new LinkedHashMap<>();
    String prefix = query.prefix();
    if (prefix != null && rare) {
      between(conditions, parameters, prefix, bytewiseId);
    } else if (prefix != null) {
      conditions.add("substr(id, 1, :prefixChars) = :prefix");
      parameters.put("prefix", prefix);
      parameters.put("prefixChars", prefix.length());
    }
    // What is found by its id is written so that no other index is used for it.
    String column = rare ? "%s || ''" : "%s";
    String time = rare ? "first_micros + 0" : "first_micros";
    equal(conditions, parameters, column.formatted("status"), "status", query.status());
    equal(conditions, parameters, column.formatted("agent"), "agent", query.agent());
    equal(conditions, parameters, column.formatted("fleet"), "fleet", query.fleet());
    if (rare && query.within() != null) {
      conditions.add(FleetLists.within(parameters, column.formatted("fleet"), query.within()));
    }
    if (query.since() != null) {
      conditions.add("last_micros >= :since");
      parameters.put("since", Rows.micros(query.since()));
    }
    if (query.cursor() != null) {
      Cursor.TimeKey after = Cursor.workItem(query.cursor());
      conditions.add("(" + time + ", id) < (:afterMicros, :afterId)");
      parameters.put("afterMicros", after.micros());
      parameters.put("afterId", after.id());
    }
    parameters.put("limit", query.limit() + 1);
    return new WorkItemSql(
        FleetLists.sql(
            "select * from work_item",
            conditions,
            parameters,
            "fleet",
            rare ? null : query.within(),
            " order by " + time + " desc, id desc limit :limit"),
        parameters);
  }

  /** Counts what begins with {@code prefix}, up to one more than are few. */
  static WorkItemSql counting(String prefix, String bytewiseId) {
    List<String> conditions = new ArrayList<>();
    Map<String, Object> parameters = new LinkedHashMap<>();
    between(conditions, parameters, prefix, bytewiseId);
    parameters.put("some", IndexLimits.BEGINNING_ITEMS_MAX + 1);
    return new WorkItemSql(
        "select count(*) from (select 1 from work_item where "
            + conditions.getFirst()
            + " limit :some) n",
        parameters);
  }

  private static void between(
      List<String> conditions, Map<String, Object> parameters, String prefix, String bytewiseId) {
    conditions.add(bytewiseId + " >= :prefix and " + bytewiseId + " < :behindPrefix");
    parameters.put("prefix", prefix);
    parameters.put("behindPrefix", prefix + LAST);
  }

  /** Demands {@code value} of {@code column}, when there is one. */
  static void equal(
      List<String> conditions,
      Map<String, Object> parameters,
      String column,
      String name,
      @Nullable String value) {
    if (value != null) {
      conditions.add(column + " = :" + name);
      parameters.put(name, value);
    }
  }
}
