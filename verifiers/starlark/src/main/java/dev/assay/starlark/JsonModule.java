package dev.assay.starlark;

import java.util.LinkedHashMap;

/**
 * The {@code json} module: {@code encode(x)}, {@code decode(text, default=)}, {@code indent(text,
 * prefix=, indent=)}.
 */
public final class JsonModule {
  private JsonModule() {}

  /** A new module value. */
  public static StarlarkStruct create() {
    var members = new LinkedHashMap<String, StarlarkValue>();
    members.put(
        "encode", StarlarkBuiltin.of("json.encode", Signature.of("x", "/"), JsonModule::encode));
    members.put(
        "decode",
        StarlarkBuiltin.of("json.decode", Signature.of("x", "default?"), JsonModule::decode));
    members.put(
        "indent",
        StarlarkBuiltin.of(
            "json.indent", Signature.of("x", "/", "*", "prefix?", "indent?"), JsonModule::indent));
    return StarlarkStruct.module("json", members);
  }

  private static StarlarkValue encode(Evaluation evaluation, Arguments arguments) {
    var out = new TextOut(evaluation.budget());
    new JsonWriter(out, evaluation.budget()).write(arguments.value("x"));
    return StarlarkString.of(out.toString());
  }

  private static StarlarkValue decode(Evaluation evaluation, Arguments arguments) {
    String text = arguments.string("x");
    StarlarkValue orElse = arguments.optional("default");
    try {
      return new JsonReader(text, evaluation.budget()).read();
    } catch (StarlarkError.Script e) {
      if (orElse == null) {
        throw e;
      }
      return orElse;
    }
  }

  private static StarlarkValue indent(Evaluation evaluation, Arguments arguments) {
    var out = new TextOut(evaluation.budget());
    String text = arguments.string("x");
    var _ = new JsonReader(text, evaluation.budget()).read();
    new JsonIndenter(text, out, arguments.string("prefix", ""), arguments.string("indent", "\t"))
        .run();
    return StarlarkString.of(out.toString());
  }
}
