/** Tests of {@code dev.assay.core.sign}: published vectors and naive references as oracles. */
@NullMarked
package dev.assay.core.sign;

import org.jspecify.annotations.NullMarked;
