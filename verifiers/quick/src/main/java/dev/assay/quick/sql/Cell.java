package dev.assay.quick.sql;

import dev.assay.quick.json.Scalar;

/** One value that a database returned. */
public sealed interface Cell {

  /** NULL, a boolean, an integer, a double or a string. */
  record Plain(Scalar value) implements Cell {}

  /** A date or timestamp, as ISO 8601 in UTC with milliseconds and {@code Z}. */
  record Moment(String iso) implements Cell {}

  /** A value that has no scalar form: blob, JSON, array, interval, geometry. */
  record Unreadable() implements Cell {}
}
