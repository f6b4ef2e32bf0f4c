/**
 * The transparency log as files: tiles that never change, one checkpoint that moves forward, and
 * the right edge of the tree in memory. Adapter layer: uses {@code core.merkle} and {@code
 * core.log}; knows nothing of SQL.
 */
@NullMarked
package dev.assay.store.log;

import org.jspecify.annotations.NullMarked;
