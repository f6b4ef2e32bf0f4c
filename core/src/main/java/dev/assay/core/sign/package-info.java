/**
 * Signatures as data: DSSE envelopes, Ed25519 public keys, and the two small ports behind which a
 * private key or a faster implementation stands. Core layer: uses the JDK and Jackson's tree.
 */
@NullMarked
package dev.assay.core.sign;

import org.jspecify.annotations.NullMarked;
