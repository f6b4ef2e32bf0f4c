package dev.assay.starlark.lib;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.HostFunction;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The {@code hash} module: {@code md5}, {@code sha1}, {@code sha256}, {@code sha512} of a string
 * (its UTF-8 form) or bytes, and {@code hmac_sha256(key, message)}, all as lower-case hexadecimal.
 */
public final class HashModule {
  private static final Signature ONE = Signature.of("x", "/");

  private HashModule() {}

  /** A new module value. */
  public static StarlarkStruct create() {
    return new ModuleBuilder("hash")
        .function("md5", ONE, digest("MD5"))
        .function("sha1", ONE, digest("SHA-1"))
        .function("sha256", ONE, digest("SHA-256"))
        .function("sha512", ONE, digest("SHA-512"))
        .function("hmac_sha256", Signature.of("key", "message"), HashModule::hmac)
        .build();
  }

  private static HostFunction digest(String algorithm) {
    return (evaluation, arguments) -> {
      byte[] input = arguments.octets("x");
      charge(evaluation, input.length);
      return hex(MessageDigest.getInstance(algorithm).digest(input));
    };
  }

  private static StarlarkValue hmac(Evaluation evaluation, Arguments arguments)
      throws NoSuchAlgorithmException, java.security.InvalidKeyException {
    byte[] key = arguments.octets("key");
    byte[] message = arguments.octets("message");
    charge(evaluation, key.length + (long) message.length);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, "HmacSHA256"));
    return hex(mac.doFinal(message));
  }

  private static void charge(Evaluation evaluation, long octets) {
    evaluation.budget().steps(octets >> 4);
  }

  private static StarlarkString hex(byte[] digest) {
    return StarlarkString.of(HexFormat.of().formatHex(digest));
  }
}
