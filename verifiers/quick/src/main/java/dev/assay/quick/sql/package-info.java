/**
 * The reading SPI over SQL ground truth, and its SQLite and PostgreSQL sources.
 *
 * <p>{@link dev.assay.quick.sql.RowSource} is what every SQL verifier reads through: it gives the
 * {@link dev.assay.quick.sql.Catalog} and runs {@link dev.assay.quick.sql.SqlText} queries, whose
 * fixed parts are compile-time constants, whose identifiers pass {@link
 * dev.assay.quick.sql.Identifiers} and whose values are bound as text. A {@link
 * dev.assay.quick.sql.Row} holds {@link dev.assay.quick.sql.Row.Cell}s in the value classes of the
 * specification. Sources are strictly read-only and are opened with {@code SqliteSource.open} or
 * {@code PostgresSource.open}. Uses {@code json} and {@code limits} only.
 */
@NullMarked
package dev.assay.quick.sql;

import org.jspecify.annotations.NullMarked;
