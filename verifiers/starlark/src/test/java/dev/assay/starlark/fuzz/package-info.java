/** Seeded program generator, crash fuzzing, and comparison with another implementation. */
@NullMarked
package dev.assay.starlark.fuzz;

import org.jspecify.annotations.NullMarked;
