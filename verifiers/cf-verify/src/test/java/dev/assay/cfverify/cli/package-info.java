/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.cfverify.cli;

import org.jspecify.annotations.NullMarked;
