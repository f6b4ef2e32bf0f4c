/**
 * Has log witnesses cosign the log's checkpoints, beside everything that decides or writes. Adapter
 * layer: HTTP to witnesses over what the store says of its log.
 */
@NullMarked
package dev.assay.store.cosigning;

import org.jspecify.annotations.NullMarked;
