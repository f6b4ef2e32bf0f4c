/** Tests of scalar comparison and field order. */
@NullMarked
package dev.assay.quick.verify;

import org.jspecify.annotations.NullMarked;
