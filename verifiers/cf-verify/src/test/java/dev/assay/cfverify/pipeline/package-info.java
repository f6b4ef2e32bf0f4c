/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.cfverify.pipeline;

import org.jspecify.annotations.NullMarked;
