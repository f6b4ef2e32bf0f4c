/**
 * Enforcement over time: the material truth of a run, its baseline, drift and acceptance, kept in
 * local files, and {@code assay enforce}. Uses {@code check} and every other package of the engine.
 */
@NullMarked
package dev.assay.quick.enforce;

import org.jspecify.annotations.NullMarked;
