package dev.assay.store;

import dev.assay.core.log.NoteKey;
import dev.assay.store.key.Ed25519Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A public key as {@code GET /v1/keys} shows it.
 *
 * @param keyId lower-case hex SHA-256 of the SubjectPublicKeyInfo DER
 * @param use what it signs
 * @param algorithm {@code Ed25519}
 * @param spki SubjectPublicKeyInfo as PEM
 * @param vkey verifier key text of signed notes; only for {@link Use#CHECKPOINT}
 * @param notBefore from when it signs
 * @param notAfter until when it signed, or null while it is in use
 */
public record PublishedKey(
    String keyId,
    Use use,
    String algorithm,
    String spki,
    @Nullable String vkey,
    Instant notBefore,
    @Nullable Instant notAfter) {

  /** What a key signs. */
  public enum Use {
    /** DSSE envelopes of attestations. */
    ATTESTATION("attestation"),
    /** Checkpoints of the log. */
    CHECKPOINT("checkpoint");

    private final String text;

    Use(String text) {
      this.text = text;
    }

    /** The lower-case name used in documents. */
    public String text() {
      return text;
    }
  }

  /** The keys of a store: those of attestations, then the log's, {@code signer}. */
  static List<PublishedKey> all(StoreConfig config, NoteKey key, Ed25519Key signer) {
    List<PublishedKey> keys = new ArrayList<>();
    for (AttestationKey attestation : config.attestationKeys()) {
      keys.add(
          new PublishedKey(
              attestation.key().keyId(),
              Use.ATTESTATION,
              "Ed25519",
              attestation.key().pem(),
              null,
              attestation.notBefore(),
              attestation.notAfter()));
    }
    keys.add(
        new PublishedKey(
            signer.keyId(),
            Use.CHECKPOINT,
            "Ed25519",
            signer.publicKey().pem(),
            key.vkey(),
            signer.created(),
            null));
    return List.copyOf(keys);
  }
}
