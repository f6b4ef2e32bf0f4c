/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.subresult.evidence;

import org.jspecify.annotations.NullMarked;
