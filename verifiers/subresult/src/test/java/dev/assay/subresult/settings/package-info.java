/** Tests of this part of cf-verify. */
@NullMarked
package dev.assay.subresult.settings;

import org.jspecify.annotations.NullMarked;
