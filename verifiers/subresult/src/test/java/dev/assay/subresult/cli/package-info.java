/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.subresult.cli;

import org.jspecify.annotations.NullMarked;
