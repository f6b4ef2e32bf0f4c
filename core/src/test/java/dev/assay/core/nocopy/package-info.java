/** Tests of {@code dev.assay.core.nocopy}. */
@NullMarked
package dev.assay.core.nocopy;

import org.jspecify.annotations.NullMarked;
