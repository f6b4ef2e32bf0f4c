/**
 * The SQL index: the order of the log, and what people ask about attestations, decisions and work
 * items. One schema and one set of statements for SQLite and PostgreSQL. Adapter layer: uses JDBC,
 * Jdbi and Flyway; knows nothing of tiles.
 */
@NullMarked
package dev.assay.store.index;

import org.jspecify.annotations.NullMarked;
