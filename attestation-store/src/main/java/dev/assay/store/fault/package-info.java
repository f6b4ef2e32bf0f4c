/**
 * How the store fails: an outage that passes, or damage that a person must look at. Used by every
 * package of the attestation store; uses nothing.
 */
@NullMarked
package dev.assay.store.fault;

import org.jspecify.annotations.NullMarked;
