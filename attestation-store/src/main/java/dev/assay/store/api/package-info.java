/**
 * The read half of the HTTP API: attestations, proofs, work items and the log's own files, out of
 * the attestation store. Writes nothing.
 */
@NullMarked
package dev.assay.store.api;

import org.jspecify.annotations.NullMarked;
