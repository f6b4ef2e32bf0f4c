package dev.assay.store;

import dev.assay.schemas.ConfigException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Files of keys, in PEM but for {@code redaction}. A private one is PKCS#8 and made on first start
 * by the service that signs with it.
 *
 * @param attestation the director's private key
 * @param attestationPublic its public half, which the director writes and a store reads that is not
 *     of the same process
 * @param checkpoint the store's private key
 * @param redaction 32 bytes in hex, of which ingest, workers and store make the salts of their
 *     commitments to fields, made by {@code assay up} where it is missing; nothing is committed to
 *     where none is named
 * @param retired attestation keys that were in use before
 */
public record KeysSection(
    String attestation,
    String attestationPublic,
    String checkpoint,
    @Nullable String redaction,
    List<RetiredKey> retired) {

  public KeysSection {
    attestation = Objects.requireNonNullElse(attestation, "keys/attestation.pem");
    attestationPublic = Objects.requireNonNullElse(attestationPublic, "keys/attestation.pub.pem");
    checkpoint = Objects.requireNonNullElse(checkpoint, "keys/checkpoint.pem");
    retired = List.copyOf(Objects.requireNonNullElse(retired, List.of()));
  }

  /**
   * An attestation key that no longer signs.
   *
   * @param file its public key in PEM, as {@code GET /v1/keys} gives it
   * @param notBefore RFC 3339 time from which it signed
   * @param notAfter RFC 3339 time until which its signatures are accepted
   */
  public record RetiredKey(String file, String notBefore, String notAfter) {

    public RetiredKey {
      if (file == null || notBefore == null || notAfter == null) {
        throw new ConfigException(
            "expected file, notBefore and notAfter of each key in keys.retired");
      }
      if (!instant(notBefore).isBefore(instant(notAfter))) {
        throw new ConfigException(
            "expected notBefore before notAfter in keys.retired, found "
                + notBefore
                + " and "
                + notAfter);
      }
    }

    Instant begin() {
      return instant(notBefore);
    }

    Instant end() {
      return instant(notAfter);
    }

    private static Instant instant(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException e) {
        throw new ConfigException(
            "expected a time such as 2026-11-22T08:00:00Z in keys.retired, found " + text);
      }
    }
  }
}
