/** Tests of {@code dev.assay.core.failure}. */
@NullMarked
package dev.assay.core.failure;

import org.jspecify.annotations.NullMarked;
