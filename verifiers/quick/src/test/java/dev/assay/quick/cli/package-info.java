/** Tests of what the command leaves behind. */
@NullMarked
package dev.assay.quick.cli;

import org.jspecify.annotations.NullMarked;
