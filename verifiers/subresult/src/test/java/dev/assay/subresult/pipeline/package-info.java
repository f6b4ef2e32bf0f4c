/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.subresult.pipeline;

import org.jspecify.annotations.NullMarked;
