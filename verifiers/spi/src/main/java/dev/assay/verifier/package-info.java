/** The interface between a verifier and whatever runs it. Uses {@code schemas} only. */
@NullMarked
package dev.assay.verifier;

import org.jspecify.annotations.NullMarked;
