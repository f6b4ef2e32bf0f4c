/** The golden vectors of {@code assay quick} and the projection by which a run is compared. */
@NullMarked
package dev.assay.quick.vectors;

import org.jspecify.annotations.NullMarked;
