/** Tests of {@code dev.assay.core.log}: published vectors and naive references as oracles. */
@NullMarked
package dev.assay.core.log;

import org.jspecify.annotations.NullMarked;
