/** Decides whether a snippet supports or contradicts a claim. The default judge is pure. */
@NullMarked
package dev.assay.cfverify.judge;

import org.jspecify.annotations.NullMarked;
