/** Tests of the egress policy. */
@NullMarked
package dev.assay.egress;

import org.jspecify.annotations.NullMarked;
