/** Artifacts of known truth, with which verifiers are measured while they work. */
@NullMarked
package dev.assay.verifier.specimen;

import org.jspecify.annotations.NullMarked;
