/**
 * The director driven as a whole, in one thread: every interleaving up to a bound (Explorer), and a
 * seeded simulation of the pipeline around it (Simulator), both under the same invariants.
 */
@NullMarked
package dev.assay.core.sim;

import org.jspecify.annotations.NullMarked;
