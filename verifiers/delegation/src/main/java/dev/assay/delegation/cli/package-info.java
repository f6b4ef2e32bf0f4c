/** The command {@code assay delegate}: arguments, the delegate's process, exit codes. */
@NullMarked
package dev.assay.delegation.cli;

import org.jspecify.annotations.NullMarked;
