package dev.assay.quick.sql;

/**
 * The one place where a name becomes SQL. Both databases take a delimited identifier (SQL:2016
 * section 5.2): in double quotes, with every double quote inside doubled.
 */
public final class Identifiers {

  private Identifiers() {}

  /**
   * {@code name} as a delimited identifier.
   *
   * @throws IllegalArgumentException for a name with U+0000, which ends the statement in C drivers
   */
  public static String quote(String name) {
    StringBuilder out = new StringBuilder(name.length() + 2);
    append(out, name);
    return out.toString();
  }

  static void append(StringBuilder out, String name) {
    if (name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("expected an identifier without U+0000, found one");
    }
    out.append('"');
    if (name.indexOf('"') < 0) {
      out.append(name);
    } else {
      out.append(name.replace("\"", "\"\""));
    }
    out.append('"');
  }
}
