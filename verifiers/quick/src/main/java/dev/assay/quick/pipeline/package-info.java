/**
 * Quick Verify in the pipeline: the verifier of type {@code quick} and the ground truths that
 * events may name. Uses the engine, {@code core}'s signatures and the verifier interface.
 */
@NullMarked
package dev.assay.quick.pipeline;

import org.jspecify.annotations.NullMarked;
