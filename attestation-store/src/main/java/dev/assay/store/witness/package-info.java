/**
 * A log witness (C2SP tlog-witness): a process that cosigns checkpoints of logs, each only when it
 * extends the one before. Adapter layer: the rules are in {@code core.log}; here are its state on
 * disk, its key and its calls. Knows nothing of an attestation store.
 */
@NullMarked
package dev.assay.store.witness;

import org.jspecify.annotations.NullMarked;
