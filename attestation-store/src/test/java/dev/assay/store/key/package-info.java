/** Tests of {@code dev.assay.store.key}: real files, SQLite, PostgreSQL and processes. */
@NullMarked
package dev.assay.store.key;

import org.jspecify.annotations.NullMarked;
