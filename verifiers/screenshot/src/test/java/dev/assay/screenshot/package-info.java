/** Tests of the screenshot verifier. */
@NullMarked
package dev.assay.screenshot;

import org.jspecify.annotations.NullMarked;
