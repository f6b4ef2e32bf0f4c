/** Tests of {@code dev.assay.core.merkle}: published vectors and naive references as oracles. */
@NullMarked
package dev.assay.core.merkle;

import org.jspecify.annotations.NullMarked;
