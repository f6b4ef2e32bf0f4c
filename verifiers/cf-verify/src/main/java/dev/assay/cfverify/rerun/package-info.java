/**
 * Repeats web calls under an egress policy that denies by default. The only package that opens
 * sockets.
 */
@NullMarked
package dev.assay.cfverify.rerun;

import org.jspecify.annotations.NullMarked;
