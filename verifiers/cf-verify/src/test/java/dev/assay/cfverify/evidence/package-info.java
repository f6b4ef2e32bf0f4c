/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.cfverify.evidence;

import org.jspecify.annotations.NullMarked;
