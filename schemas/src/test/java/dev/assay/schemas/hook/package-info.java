/** Tests of what harnesses tell, whichever of them it is. */
@NullMarked
package dev.assay.schemas.hook;

import org.jspecify.annotations.NullMarked;
