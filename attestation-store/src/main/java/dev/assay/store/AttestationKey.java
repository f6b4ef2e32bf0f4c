package dev.assay.store;

import dev.assay.core.sign.Ed25519PublicKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A public key whose signatures on attestations are accepted.
 *
 * @param key the key
 * @param notBefore from when it signs
 * @param notAfter until when it signed, or null while it is in use
 */
public record AttestationKey(Ed25519PublicKey key, Instant notBefore, @Nullable Instant notAfter) {}
