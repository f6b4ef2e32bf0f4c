/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.cfverify.rerun;

import org.jspecify.annotations.NullMarked;
