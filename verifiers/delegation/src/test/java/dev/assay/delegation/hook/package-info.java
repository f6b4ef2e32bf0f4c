/** Tests of the package of the same name. */
@NullMarked
package dev.assay.delegation.hook;

import org.jspecify.annotations.NullMarked;
