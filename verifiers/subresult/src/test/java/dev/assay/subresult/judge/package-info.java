/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.subresult.judge;

import org.jspecify.annotations.NullMarked;
