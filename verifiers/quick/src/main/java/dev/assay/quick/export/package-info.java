/**
 * The contract that a run exports: registry entries and the events that replay them (specification
 * A.3, A.3b, A.14). Pure; uses {@code plan}, {@code verify}, {@code ingest} and {@code json}.
 */
@NullMarked
package dev.assay.quick.export;

import org.jspecify.annotations.NullMarked;
