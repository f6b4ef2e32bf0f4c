/** Damaged input for the parsers of this module. */
@NullMarked
package dev.assay.core.fuzz;

import org.jspecify.annotations.NullMarked;
