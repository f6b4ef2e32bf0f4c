package dev.assay.delegation.vocabulary;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.ModuleBuilder;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBuiltin.HostFunction;
import dev.assay.starlark.StarlarkBytes;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;

/** The {@code hash} and {@code base64} modules; text stands for its UTF-8 bytes. */
final class DigestModules {

  private DigestModules() {}

  static StarlarkStruct hash() {
    Signature data = Signature.of("data");
    return new ModuleBuilder("hash")
        .function("sha256", data, digest("SHA-256"))
        .function("sha512", data, digest("SHA-512"))
        .function("sha1", data, digest("SHA-1"))
        .function("md5", data, digest("MD5"))
        .build();
  }

  private static HostFunction digest(String algorithm) {
    return (evaluation, a) -> {
      byte[] data = octets(evaluation, a);
      return StarlarkString.of(
          HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(data)));
    };
  }

  private static byte[] octets(Evaluation evaluation, Arguments a) {
    StarlarkValue value = a.value("data");
    long length =
        switch (value) {
          case StarlarkString(String text) -> text.length();
          case StarlarkBytes bytes -> bytes.length();
          default -> throw a.wrongType("data", "string or bytes");
        };
    evaluation.budget().text(length * 2);
    evaluation.budget().steps(length >> 4);
    return a.octets("data");
  }

  static StarlarkStruct base64() {
    Signature data = Signature.of("data");
    return new ModuleBuilder("base64")
        .function(
            "encode",
            data,
            (evaluation, a) -> {
              byte[] octets = octets(evaluation, a);
              evaluation.budget().text(octets.length * 2L);
              return StarlarkString.of(Base64.getEncoder().encodeToString(octets));
            })
        .function("decode", data, (evaluation, a) -> StarlarkString.of(text(evaluation, a)))
        .function(
            "decode_bytes", data, (evaluation, a) -> StarlarkBytes.copyOf(decoded(evaluation, a)))
        .build();
  }

  private static byte[] decoded(Evaluation evaluation, Arguments a) {
    byte[] octets = octets(evaluation, a);
    boolean url = a.string("data").indexOf('-') >= 0 || a.string("data").indexOf('_') >= 0;
    try {
      return (url ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(octets);
    } catch (IllegalArgumentException e) {
      throw StarlarkError.script(a.function() + ": expected base64, found other characters", e);
    }
  }

  private static String text(Evaluation evaluation, Arguments a) {
    byte[] decoded = decoded(evaluation, a);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded)).toString();
    } catch (CharacterCodingException e) {
      throw StarlarkError.script(
          a.function() + ": expected UTF-8 text, found other bytes; use base64.decode_bytes", e);
    }
  }
}
