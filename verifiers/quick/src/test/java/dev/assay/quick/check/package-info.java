/** Contract replay on real databases. */
@NullMarked
package dev.assay.quick.check;

import org.jspecify.annotations.NullMarked;
