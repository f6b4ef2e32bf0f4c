package dev.assay.delegation.vocabulary;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.ModuleBuilder;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkList;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.TextOut;
import dev.assay.starlark.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** The {@code string} module. */
final class TextModule {

  private TextModule() {}

  static StarlarkStruct create() {
    Signature text = Signature.of("text");
    Signature pad = Signature.of("text", "width", "fill?");
    return new ModuleBuilder("string")
        .function("upper", text, (ev, a) -> mapped(ev, a, t -> t.toUpperCase(Locale.ROOT)))
        .function("lower", text, (ev, a) -> mapped(ev, a, t -> t.toLowerCase(Locale.ROOT)))
        .function("trim", text, (ev, a) -> mapped(ev, a, String::strip))
        .function("split", Signature.of("text", "separator"), TextModule::split)
        .function("join", Signature.of("parts", "separator?"), TextModule::join)
        .function("truncate", Signature.of("text", "length"), TextModule::truncate)
        .function("pad_left", pad, (ev, a) -> padded(ev, a, true))
        .function("pad_right", pad, (ev, a) -> padded(ev, a, false))
        .build();
  }

  private static StarlarkValue mapped(
      Evaluation evaluation, Arguments a, UnaryOperator<String> change) {
    String text = a.string("text");
    evaluation.budget().text(text.length() * 3L);
    return StarlarkString.of(change.apply(text));
  }

  private static StarlarkValue split(Evaluation evaluation, Arguments a) {
    String text = a.string("text");
    String separator = a.string("separator");
    if (separator.isEmpty()) {
      throw StarlarkError.script(a.function() + ": expected a separator, found an empty one");
    }
    evaluation.budget().steps(text.length());
    List<StarlarkValue> parts = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
      parts.add(part(evaluation, text.substring(from, at)));
      from = at + separator.length();
    }
    parts.add(part(evaluation, text.substring(from)));
    return StarlarkList.of(parts);
  }

  private static StarlarkValue part(Evaluation evaluation, String part) {
    evaluation.budget().text(part.length());
    evaluation.budget().elements(1);
    return StarlarkString.of(part);
  }

  private static StarlarkValue join(Evaluation evaluation, Arguments a) {
    String separator = a.string("separator", "");
    TextOut out = new TextOut(evaluation.budget());
    boolean first = true;
    for (StarlarkValue part : Values.elements(a.iterable("parts"), evaluation.budget())) {
      if (!(part instanceof StarlarkString(String text))) {
        throw StarlarkError.script(a.function() + ": expected strings, found a " + part.type());
      }
      out.append(first ? "" : separator).append(text);
      first = false;
    }
    return StarlarkString.of(out.toString());
  }

  private static StarlarkValue truncate(Evaluation evaluation, Arguments a) {
    String text = a.string("text");
    int length = Math.clamp(a.integer("length"), 0, text.length());
    evaluation.budget().text(length);
    return StarlarkString.of(text.substring(0, length));
  }

  private static StarlarkValue padded(Evaluation evaluation, Arguments a, boolean left) {
    String text = a.string("text");
    String fill = a.string("fill", " ");
    if (fill.length() != 1) {
      throw StarlarkError.script(a.function() + ": expected one character as fill");
    }
    int missing = Math.max(0, a.integer("width") - text.length());
    evaluation.budget().text((long) missing + text.length());
    String padding = fill.repeat(missing);
    return StarlarkString.of(left ? padding + text : text + padding);
  }
}
