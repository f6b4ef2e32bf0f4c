package dev.assay.store.index;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Lists of what belongs to some fleets. Asked for the rows of any of several fleets, a database
 * sorts all of them, or looks through the rows of all others. The rows of one fleet come sorted
 * from an index, so there is a list for each, and merging them ends after a page.
 */
final class FleetLists {

  private FleetLists() {}

  /**
   * A statement whose rows meet {@code conditions} and are of one of {@code fleets}.
   *
   * @param select columns and tables
   * @param parameters are added the fleets
   * @param column of the fleet
   * @param fleets as the column has them, or null for all
   * @param order by columns that {@code select} names, and how many rows; each list ends as early,
   *     since PostgreSQL merges only lists that are short
   */
  static String sql(
      String select,
      List<String> conditions,
      Map<String, Object> parameters,
      String column,
      @Nullable Set<?> fleets,
      String order) {
    String where = " where " + String.join(" and ", conditions);
    if (fleets == null) {
      return select + where + order;
    }
    if (fleets.size() < 2 || fleets.size() > IndexLimits.FLEETS_MERGED_MAX) {
      return select + where + " and " + within(parameters, column, fleets) + order;
    }
    StringJoiner lists = new StringJoiner(" union all ", "", order);
    for (Object fleet : fleets) {
      String name = named(parameters, fleet);
      String list = select + where + " and " + column + " = :" + name + order;
      lists.add("select * from (" + list + ") " + name);
    }
    return lists.toString();
  }

  /** The condition that {@code column} is one of {@code fleets}, as it has them. */
  static String within(Map<String, Object> parameters, String column, Set<?> fleets) {
    if (fleets.isEmpty()) {
      return "1 = 0";
    }
    StringJoiner names = new StringJoiner(", ", column + " in (", ")");
    for (Object fleet : AttestationSql.padded(fleets)) {
      names.add(":" + named(parameters, fleet));
    }
    return names.toString();
  }

  private static String named(Map<String, Object> parameters, Object fleet) {
    String name = "fleet" + parameters.size();
    parameters.put(name, fleet);
    return name;
  }
}
