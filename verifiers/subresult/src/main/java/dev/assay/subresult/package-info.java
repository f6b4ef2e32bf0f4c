/** cf-verify: re-reads the sampled evidence of a sub-result. */
@NullMarked
package dev.assay.subresult;

import org.jspecify.annotations.NullMarked;
