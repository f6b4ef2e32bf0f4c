/** Tests of the canaries, with the live verifiers. */
@NullMarked
package dev.assay.canary;

import org.jspecify.annotations.NullMarked;
