/** Tests of the commands against real servers. */
@NullMarked
package dev.assay.cli;

import org.jspecify.annotations.NullMarked;
