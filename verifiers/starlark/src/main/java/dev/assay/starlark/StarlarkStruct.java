package dev.assay.starlark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An unchangeable value with named fields: a struct, or a module of functions such as {@code json}.
 */
public final class StarlarkStruct implements StarlarkValue {
  private final String name;
  private final Kind kind;
  private final Map<String, StarlarkValue> fields;

  private StarlarkStruct(String name, Kind kind, Map<String, ? extends StarlarkValue> fields) {
    this.name = name;
    this.kind = kind;
    this.fields = new LinkedHashMap<>(fields);
  }

  /** What a struct can do beside giving its fields. */
  public enum Kind {
    /** A plain struct: comparable, joinable with {@code +}. */
    STRUCT,
    /** A struct whose fields can also be read as {@code x["field"]} and tested with {@code in}. */
    RECORD,
    /** A named group of functions. */
    MODULE
  }

  /** A plain struct with fields in this order. */
  public static StarlarkStruct struct(Map<String, ? extends StarlarkValue> fields) {
    return new StarlarkStruct("struct", Kind.STRUCT, fields);
  }

  /** A struct that can also be indexed by field name. */
  public static StarlarkStruct record(String name, Map<String, ? extends StarlarkValue> fields) {
    return new StarlarkStruct(name, Kind.RECORD, fields);
  }

  /** A module. */
  public static StarlarkStruct module(String name, Map<String, ? extends StarlarkValue> members) {
    return new StarlarkStruct(name, Kind.MODULE, members);
  }

  /** Which of the three it is. */
  public Kind kind() {
    return kind;
  }

  /** The name it is shown with. */
  public String name() {
    return name;
  }

  /** The value of a field, or null. */
  public @Nullable StarlarkValue field(String field) {
    return fields.get(field);
  }

  /** The names of the fields in order. */
  public List<String> fieldNames() {
    return new ArrayList<>(fields.keySet());
  }

  Map<String, StarlarkValue> fields() {
    return fields;
  }

  @Override
  public String type() {
    return kind == Kind.MODULE ? "module" : "struct";
  }

  @Override
  public boolean truth() {
    return true;
  }

  @Override
  public String toString() {
    return Printer.bounded(this);
  }
}
