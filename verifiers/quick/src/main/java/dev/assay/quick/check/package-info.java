/**
 * Contract replay: registry and events files, resolution of their entries, reads of the database,
 * the certificate of a replay and {@code assay check}. Uses every other package of the engine.
 */
@NullMarked
package dev.assay.quick.check;

import org.jspecify.annotations.NullMarked;
