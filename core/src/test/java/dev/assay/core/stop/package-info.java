/** Tests of the stop gate's rules. */
@NullMarked
package dev.assay.core.stop;

import org.jspecify.annotations.NullMarked;
