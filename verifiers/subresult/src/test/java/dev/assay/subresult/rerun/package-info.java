/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.subresult.rerun;

import org.jspecify.annotations.NullMarked;
