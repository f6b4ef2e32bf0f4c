package dev.assay.starlark.lib;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBytes;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The {@code base64} module: {@code encode(x, url=False)} of a string or bytes, {@code decode(text,
 * url=False)} to a string, {@code decode_bytes(text, url=False)} to bytes.
 */
public final class Base64Module {
  private static final Signature CODE = Signature.of("x", "url?");

  private Base64Module() {}

  /** A new module value. */
  public static StarlarkStruct create() {
    return new ModuleBuilder("base64")
        .function("encode", CODE, Base64Module::encode)
        .function("decode", CODE, Base64Module::decode)
        .function(
            "decode_bytes", CODE, (evaluation, a) -> StarlarkBytes.copyOf(octets(evaluation, a)))
        .build();
  }

  private static StarlarkValue encode(Evaluation evaluation, Arguments arguments) {
    byte[] input = arguments.octets("x");
    evaluation.budget().text(input.length * 2L);
    boolean url = arguments.bool("url", false);
    return StarlarkString.of(
        (url ? Base64.getUrlEncoder() : Base64.getEncoder()).encodeToString(input));
  }

  private static byte[] octets(Evaluation evaluation, Arguments arguments) {
    String text = arguments.string("x");
    evaluation.budget().text(text.length());
    boolean url = arguments.bool("url", false);
    try {
      return (url ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(text);
    } catch (IllegalArgumentException e) {
      throw StarlarkError.script(arguments.function() + ": not base64: " + e.getMessage(), e);
    }
  }

  private static StarlarkValue decode(Evaluation evaluation, Arguments arguments) {
    byte[] octets = octets(evaluation, arguments);
    evaluation.budget().text(octets.length);
    try {
      return StarlarkString.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString());
    } catch (CharacterCodingException e) {
      throw StarlarkError.script(
          "base64.decode: the content is not UTF-8 text; use base64.decode_bytes", e);
    }
  }
}
