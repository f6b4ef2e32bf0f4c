package dev.assay.starlark.lib;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkList;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.TextOut;
import dev.assay.starlark.Values;
import java.util.ArrayList;
import java.util.Locale;

/**
 * The {@code string} module: {@code upper}, {@code lower}, {@code trim}, {@code split(s, sep)},
 * {@code join(list, sep)}, {@code truncate(s, length, suffix="...")}, {@code pad_left(s, length,
 * pad=" ")} and {@code pad_right}.
 */
public final class StringModule {
  private static final Signature ONE = Signature.of("s", "/");
  private static final Signature PAD = Signature.of("s", "length", "pad?");

  private StringModule() {}

  /** A new module value. */
  public static StarlarkStruct create() {
    return new ModuleBuilder("string")
        .function("upper", ONE, (ev, a) -> text(ev, a.string("s").toUpperCase(Locale.ROOT)))
        .function("lower", ONE, (ev, a) -> text(ev, a.string("s").toLowerCase(Locale.ROOT)))
        .function("trim", ONE, (ev, a) -> text(ev, a.string("s").strip()))
        .function("split", Signature.of("s", "sep"), StringModule::split)
        .function("join", Signature.of("parts", "sep?"), StringModule::join)
        .function("truncate", Signature.of("s", "length", "suffix?"), StringModule::truncate)
        .function("pad_left", PAD, (ev, a) -> pad(ev, a, true))
        .function("pad_right", PAD, (ev, a) -> pad(ev, a, false))
        .build();
  }

  private static StarlarkValue text(Evaluation evaluation, String text) {
    evaluation.budget().text(text.length());
    return StarlarkString.of(text);
  }

  private static StarlarkValue split(Evaluation evaluation, Arguments arguments) {
    String text = arguments.string("s");
    String separator = arguments.string("sep");
    if (separator.isEmpty()) {
      throw StarlarkError.script("string.split: empty separator");
    }
    evaluation.budget().text(text.length());
    evaluation.budget().steps(((long) text.length() * separator.length()) >> 6);
    var parts = new ArrayList<StarlarkValue>();
    int from = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
      evaluation.budget().elements(1);
      parts.add(StarlarkString.of(text.substring(from, at)));
      from = at + separator.length();
    }
    parts.add(StarlarkString.of(text.substring(from)));
    return StarlarkList.of(parts);
  }

  private static StarlarkValue join(Evaluation evaluation, Arguments arguments) {
    String separator = arguments.string("sep", "");
    var out = new TextOut(evaluation.budget());
    boolean first = true;
    for (StarlarkValue part : Values.elements(arguments.iterable("parts"), evaluation.budget())) {
      if (!first) {
        out.append(separator);
      }
      first = false;
      out.append(Values.str(part, evaluation.budget()));
    }
    return StarlarkString.of(out.toString());
  }

  private static StarlarkValue truncate(Evaluation evaluation, Arguments arguments) {
    String text = arguments.string("s");
    int length = arguments.integer("length");
    String suffix = arguments.string("suffix", "...");
    if (length < 0) {
      throw StarlarkError.script("string.truncate: length: expected at least 0, found " + length);
    }
    if (text.length() <= length) {
      return StarlarkString.of(text);
    }
    int kept = Math.max(0, length - suffix.length());
    String cut = text.substring(0, kept) + suffix.substring(0, Math.min(suffix.length(), length));
    return text(evaluation, cut);
  }

  private static StarlarkValue pad(Evaluation evaluation, Arguments arguments, boolean left) {
    String text = arguments.string("s");
    String pad = arguments.string("pad", " ");
    int missing = arguments.integer("length") - text.length();
    if (pad.isEmpty()) {
      throw StarlarkError.script(
          arguments.function() + ": pad: expected a string that is not empty");
    }
    if (missing <= 0) {
      return StarlarkString.of(text);
    }
    evaluation.budget().text((long) text.length() + missing + pad.length());
    String filler = pad.repeat(missing / pad.length() + 1).substring(0, missing);
    return StarlarkString.of(left ? filler + text : text + filler);
  }
}
