/** Tests of {@code dev.assay.store}: real files, SQLite, PostgreSQL and processes. */
@NullMarked
package dev.assay.store;

import org.jspecify.annotations.NullMarked;
