/** Every bound of Quick Verify, in one class. Uses nothing. */
@NullMarked
package dev.assay.quick.limits;

import org.jspecify.annotations.NullMarked;
