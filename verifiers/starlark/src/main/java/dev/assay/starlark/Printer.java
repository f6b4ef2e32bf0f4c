package dev.assay.starlark;

import dev.assay.starlark.HashTable.Identity;
import dev.assay.starlark.Iteration.Cursor;
import dev.assay.starlark.StarlarkIterable.StarlarkSequence;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What {@code str} and {@code repr} give. One step per value, one depth unit per level. */
final class Printer {
  private static final int BOUNDED_STEPS = 10_000;

  private final Budget budget;
  private final TextOut out;
  private final List<StarlarkValue> path = new ArrayList<>();

  private Printer(Budget budget, TextOut out) {
    this.budget = budget;
    this.out = out;
  }

  static String str(StarlarkValue value, Budget budget) {
    return switch (value) {
      case StarlarkString(String text) -> text;
      case StarlarkBytes bytes -> {
        budget.text(bytes.length());
        yield new String(bytes.shared(), StandardCharsets.UTF_8);
      }
      default -> repr(value, budget);
    };
  }

  static String repr(StarlarkValue value, Budget budget) {
    var out = new TextOut(budget);
    write(value, out, budget);
    return out.toString();
  }

  static void write(StarlarkValue value, TextOut out, Budget budget) {
    new Printer(budget, out).write(value);
  }

  /** For {@code toString}: the repr, or a placeholder when it is long. */
  static String bounded(StarlarkValue value) {
    Budget small =
        Budget.start(
            StarlarkLimits.standard().withSteps(BOUNDED_STEPS).withBytes(1 << 16),
            System::nanoTime);
    try {
      return repr(value, small);
    } catch (StarlarkError _) {
      return "<" + value.type() + ">";
    }
  }

  private void write(StarlarkValue value) {
    budget.step();
    switch (value) {
      case StarlarkNone _ -> out.append("None");
      case StarlarkBool bool -> out.append(bool.toString());
      case StarlarkInt i -> out.append(Numbers.decimal(i, budget));
      case StarlarkFloat f -> out.append(f.toString());
      case StarlarkString(String text) -> quote(text);
      case StarlarkBytes bytes -> quote(bytes);
      case StarlarkList list -> sequence(list, "[", "]", "[...]");
      case StarlarkTuple tuple -> sequence(tuple, "(", tuple.length() == 1 ? ",)" : ")", "(...)");
      case StarlarkSet set -> elements(set);
      case StarlarkDict dict -> dict(dict);
      case StarlarkStruct struct -> struct(struct);
      case StarlarkRange range -> out.append(range.toString());
      case StarlarkView view -> out.append(view.toString());
      case StarlarkFunction function -> out.append("<function " + function.name() + ">");
      case StarlarkBuiltin builtin -> out.append(builtin.toString());
    }
  }

  private boolean entered(StarlarkValue container, String cycle) {
    budget.steps(path.size() >> 3);
    for (StarlarkValue above : path) {
      if (Identity.same(above, container)) {
        out.append(cycle);
        return false;
      }
    }
    budget.enterLevel();
    path.add(container);
    return true;
  }

  private void left() {
    path.removeLast();
    budget.leaveLevel();
  }

  private void sequence(StarlarkSequence items, String open, String close, String cycle) {
    if (!entered(items, cycle)) {
      return;
    }
    try {
      out.append(open);
      for (int i = 0; i < items.length(); i++) {
        if (i > 0) {
          out.append(", ");
        }
        write(items.at(i));
      }
      out.append(close);
    } finally {
      left();
    }
  }

  private void elements(StarlarkSet set) {
    if (!entered(set, "set(...)")) {
      return;
    }
    try (Cursor cursor = set.cursor()) {
      out.append("set([");
      String separator = "";
      for (StarlarkValue next = cursor.next(); next != null; next = cursor.next()) {
        out.append(separator);
        write(next);
        separator = ", ";
      }
      out.append("])");
    } finally {
      left();
    }
  }

  private void dict(StarlarkDict dict) {
    if (!entered(dict, "{...}")) {
      return;
    }
    try {
      out.append("{");
      String[] separator = {""};
      dict.forEach((key, value) -> {
        out.append(separator[0]);
        write(key);
        out.append(": ");
        write(value);
        separator[0] = ", ";
      });
      out.append("}");
    } finally {
      left();
    }
  }

  private void struct(StarlarkStruct struct) {
    if (struct.kind() == StarlarkStruct.Kind.MODULE) {
      out.append("<module \"").append(struct.name()).append("\">");
      return;
    }
    if (!entered(struct, struct.name() + "(...)")) {
      return;
    }
    try {
      out.append(struct.name()).append("(");
      String separator = "";
      for (var field : struct.fields().entrySet()) {
        out.append(separator).append(field.getKey()).append(" = ");
        write(field.getValue());
        separator = ", ";
      }
      out.append(")");
    } finally {
      left();
    }
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      quoted(codePoint);
    }
    out.append('"');
  }

  private void quoted(int codePoint) {
    switch (codePoint) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case 7 -> out.append("\\a");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case 11 -> out.append("\\v");
      default -> {
        if (codePoint < ' ' || codePoint == 127) {
          out.append(String.format("\\x%02x", codePoint));
        } else if (printable(codePoint)) {
          out.appendCodePoint(codePoint);
        } else {
          out.append(String.format(codePoint < 0x10000 ? "\\u%04x" : "\\U%08x", codePoint));
        }
      }
    }
  }

  private static boolean printable(int codePoint) {
    if (codePoint == ' ') {
      return true;
    }
    return switch ((byte) Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private void quote(StarlarkBytes bytes) {
    out.append("b\"");
    byte[] octets = bytes.shared();
    for (int i = 0; i < octets.length; ) {
      int length = utf8Length(octets, i);
      if (length == 0) {
        out.append(String.format("\\x%02x", octets[i] & 0xFF));
        i++;
      } else {
        quoted(
            StandardCharsets.UTF_8
                .decode(ByteBuffer.wrap(octets, i, length))
                .toString()
                .codePointAt(0));
        i += length;
      }
    }
    out.append('"');
  }

  /** The length of the well-formed UTF-8 sequence at an index, or 0. */
  static int utf8Length(byte[] octets, int at) {
    int lead = octets[at] & 0xFF;
    int length =
        lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || at + length > octets.length) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((octets[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    int second = length > 1 ? octets[at + 1] & 0xFF : 0;
    boolean overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    boolean outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
    return overlong || outside ? 0 : length;
  }
}
