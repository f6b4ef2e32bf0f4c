/** Enforcement on real databases and real files. */
@NullMarked
package dev.assay.quick.enforce;

import org.jspecify.annotations.NullMarked;
