/** Tests of process control with real processes. */
@NullMarked
package dev.assay.process;

import org.jspecify.annotations.NullMarked;
