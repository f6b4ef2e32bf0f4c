/** Tests of the package of the same name. */
@NullMarked
package dev.assay.delegation.cli;

import org.jspecify.annotations.NullMarked;
