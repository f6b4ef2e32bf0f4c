/** Tests of {@code dev.assay.store.index}: real files, SQLite, PostgreSQL and processes. */
@NullMarked
package dev.assay.store.index;

import org.jspecify.annotations.NullMarked;
