/** Tests of what verifiers share. */
@NullMarked
package dev.assay.verifier;

import org.jspecify.annotations.NullMarked;
