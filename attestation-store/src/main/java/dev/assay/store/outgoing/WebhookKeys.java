package dev.assay.store.outgoing;

import dev.assay.store.key.Ed25519Key;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The keys that sign webhooks (Standard Webhooks, asymmetric signatures): Ed25519 over {@code
 * id.timestamp.body}, a signature {@code v1a} of each key, so that a receiver that knows either the
 * old or the new one takes the message while keys are changed.
 */
final class WebhookKeys {

  private static final String FILE_DEFAULT = "keys/webhook.pem";

  private final List<Ed25519Key> keys;

  WebhookKeys(List<Ed25519Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /** Those of the files; the first is made when it is not there, a further one must be. */
  static WebhookKeys read(List<String> files, Path home, Instant now) {
    List<String> named = files.isEmpty() ? List.of(FILE_DEFAULT) : files;
    List<Ed25519Key> keys = new ArrayList<>();
    for (String file : named) {
      Path path = home.resolve(file);
      keys.add(keys.isEmpty() ? Ed25519Key.loadOrCreate(path, now) : Ed25519Key.load(path));
    }
    return new WebhookKeys(keys);
  }

  /**
   * The headers of a message.
   *
   * @param seconds when it is sent, since 1970
   */
  Map<String, String> headers(String id, long seconds, byte[] body) {
    ByteArrayOutputStream signed = new ByteArrayOutputStream(body.length + 128);
    signed.writeBytes((id + '.' + seconds + '.').getBytes(StandardCharsets.UTF_8));
    signed.writeBytes(body);
    byte[] message = signed.toByteArray();
    return Map.of(
        "webhook-id",
        id,
        "webhook-timestamp",
        Long.toString(seconds),
        "webhook-signature",
        keys.stream()
            .map(key -> "v1a," + Base64.getEncoder().encodeToString(key.sign(message)))
            .collect(Collectors.joining(" ")));
  }

  /** The public halves, as receivers configure them. */
  List<String> publicKeys() {
    return keys.stream()
        .map(key -> "whpk_" + Base64.getEncoder().encodeToString(key.publicKey().raw()))
        .toList();
  }
}
