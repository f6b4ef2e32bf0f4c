/**
 * Quick Verify: what an agent's tool calls should have written, checked in SQL.
 *
 * <p>Reading SQL is in {@link dev.assay.quick.sql} (the {@code Catalog} and {@code RowSource} SPI,
 * SQLite and PostgreSQL), requests, scalar comparison and outcomes in {@code
 * dev.assay.quick.verify}, the JSON value tree and its stable text in {@code
 * dev.assay.toolcalls.json}.
 */
@NullMarked
package dev.assay.quick;

import org.jspecify.annotations.NullMarked;
