/** Tests of the verifier type {@code script}. */
@NullMarked
package dev.assay.agencyverify.pipeline;

import org.jspecify.annotations.NullMarked;
