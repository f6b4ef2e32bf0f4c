/** Tests of the stop gate. */
@NullMarked
package dev.assay.gate;

import org.jspecify.annotations.NullMarked;
