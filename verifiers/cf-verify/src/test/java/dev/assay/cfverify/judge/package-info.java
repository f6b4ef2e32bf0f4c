/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.cfverify.judge;

import org.jspecify.annotations.NullMarked;
