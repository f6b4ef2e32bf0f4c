/**
 * Verification of an attestation from its documents, by who trusts nothing but keys: pure, over
 * {@code core.log} and {@code core.sign}.
 */
@NullMarked
package dev.assay.core.verify;

import org.jspecify.annotations.NullMarked;
