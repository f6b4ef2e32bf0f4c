/** Tests of {@code dev.assay.store.log}: real files, SQLite, PostgreSQL and processes. */
@NullMarked
package dev.assay.store.log;

import org.jspecify.annotations.NullMarked;
