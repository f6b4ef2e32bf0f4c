package dev.assay.quick.check;

/** Relational checks over orders, customers and logs, with single quotes for double quotes. */
final class Relations {

  private Relations() {}

  static String of(String... checks) {
    return "{'kind':'sql_relational','checks':[" + String.join(",", checks) + "]}";
  }

  static String related(String id, String customer) {
    return "{'checkKind':'related_exists','id':'"
        + id
        + "','childTable':{'const':'orders'},'matchEq':[{'column':{'const':'customer_id'},"
        + "'value':{'const':'"
        + customer
        + "'}}]}";
  }

  static String joinCount(String op, String value) {
    return "{'checkKind':'join_count','id':'join','leftTable':{'const':'orders'},"
        + "'rightTable':{'const':'customers'},'join':{'leftColumn':{'const':'customer_id'},"
        + "'rightColumn':{'const':'id'}},'whereEq':[{'tableSide':'left','column':{'const':'status'},"
        + "'value':{'const':'paid'}},{'tableSide':'right','column':{'const':'name'},"
        + "'value':{'const':'Ann'}}],"
        + expect(op, value)
        + "}";
  }

  static String count(String op, String value) {
    return "{'checkKind':'aggregate','id':'count','table':{'const':'orders'},'fn':'COUNT_STAR',"
        + expect(op, value)
        + "}";
  }

  static String sum(String column, String op, String value) {
    return "{'checkKind':'aggregate','id':'sum','table':{'const':'orders'},'fn':'SUM',"
        + (column.isEmpty() ? "" : "'sumColumn':{'const':'" + column + "'},")
        + "'whereEq':[{'column':{'const':'customer_id'},'value':{'const':'c1'}}],"
        + expect(op, value)
        + "}";
  }

  /** Orders of the given status whose customer does not exist. */
  static String orphans(String status) {
    return "{'checkKind':'anti_join','id':'anti','anchorTable':{'const':'orders'},"
        + "'lookupTable':{'const':'customers'},'anchorColumn':{'const':'customer_id'},"
        + "'lookupColumn':{'const':'id'},'lookupPresenceColumn':{'const':'id'},"
        + "'filterEqAnchor':[{'column':{'const':'status'},'value':{'const':'"
        + status
        + "'}}],'filterEqLookup':[{'column':{'const':'name'},'value':{'const':'Ann'}}]}";
  }

  private static String expect(String op, String value) {
    return "'expect':{'op':'" + op + "','value':" + value + "}";
  }
}
