/**
 * A copy of what the log holds, in its order, with what is needed to make the rows again. Uses
 * {@code index} for what a row is; knows nothing of tiles and SQL.
 */
@NullMarked
package dev.assay.store.journal;

import org.jspecify.annotations.NullMarked;
