/** Tests of the log witness. */
@NullMarked
package dev.assay.store.witness;

import org.jspecify.annotations.NullMarked;
