/** Seeded fuzzing of the whole command. */
@NullMarked
package dev.assay.quick.fuzz;

import org.jspecify.annotations.NullMarked;
