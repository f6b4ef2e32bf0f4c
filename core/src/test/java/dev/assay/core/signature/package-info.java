/** Tests of {@code dev.assay.core.signature}. */
@NullMarked
package dev.assay.core.signature;

import org.jspecify.annotations.NullMarked;
