/** COSE receipts of the log. */
@NullMarked
package dev.assay.store.receipt;

import org.jspecify.annotations.NullMarked;
