package dev.assay.starlark;

import java.util.Map;
import java.util.TreeMap;

/** Writes a value as compact JSON with the keys of objects in order of their code points. */
final class JsonWriter {
  private final TextOut out;
  private final Budget budget;

  JsonWriter(TextOut out, Budget budget) {
    this.out = out;
    this.budget = budget;
  }

  void write(StarlarkValue value) {
    budget.step();
    switch (value) {
      case StarlarkNone _ -> out.append("null");
      case StarlarkBool bool -> out.append(bool.truth() ? "true" : "false");
      case StarlarkInt _ -> out.append(Values.str(value, budget));
      case StarlarkFloat(double d) -> {
        if (!Double.isFinite(d)) {
          throw StarlarkError.script("json.encode: cannot encode non-finite float " + value);
        }
        out.append(value.toString());
      }
      case StarlarkString(String text) -> quote(text);
      case StarlarkDict dict -> object(dict);
      case StarlarkIterable iterable -> array(iterable);
      case StarlarkStruct struct when struct.kind() != StarlarkStruct.Kind.MODULE ->
          nested(() -> members(fields(struct)));
      default -> throw StarlarkError.script("json.encode: cannot encode " + value.type());
    }
  }

  private void nested(Runnable work) {
    budget.nested(work);
  }

  private static Map<String, StarlarkValue> fields(StarlarkStruct struct) {
    var fields = new TreeMap<String, StarlarkValue>(Values::compareText);
    for (String name : struct.fieldNames()) {
      StarlarkValue value = struct.field(name);
      if (value != null) {
        fields.put(name, value);
      }
    }
    return fields;
  }

  private void object(StarlarkDict dict) {
    Map<String, StarlarkValue> entries = dict.stringEntries();
    if (entries.size() != dict.length()) {
      throw StarlarkError.script("json.encode: dict has a key that is not a string");
    }
    budget.elements(entries.size());
    var sorted = new TreeMap<String, StarlarkValue>(Values::compareText);
    sorted.putAll(entries);
    nested(() -> members(sorted));
  }

  private void members(Map<String, StarlarkValue> members) {
    out.append('{');
    String separator = "";
    for (Map.Entry<String, StarlarkValue> member : members.entrySet()) {
      out.append(separator);
      quote(member.getKey());
      out.append(':');
      write(member.getValue());
      separator = ",";
    }
    out.append('}');
  }

  private void array(StarlarkIterable iterable) {
    nested(() -> {
      out.append('[');
      String separator = "";
      for (StarlarkValue item : Values.elements(iterable, budget)) {
        out.append(separator);
        write(item);
        separator = ",";
      }
      out.append(']');
    });
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c == 127 || c == 0x2028 || c == 0x2029 || loneSurrogate(text, i)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean loneSurrogate(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}
