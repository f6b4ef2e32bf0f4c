/** Tests of the package of the same name. */
@NullMarked
package dev.assay.delegation.pipeline;

import org.jspecify.annotations.NullMarked;
