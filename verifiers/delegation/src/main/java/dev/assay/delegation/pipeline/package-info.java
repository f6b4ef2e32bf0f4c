/** The verifier type {@code delegation}: one attempt of a delegate as one step of the pipeline. */
@NullMarked
package dev.assay.delegation.pipeline;

import org.jspecify.annotations.NullMarked;
