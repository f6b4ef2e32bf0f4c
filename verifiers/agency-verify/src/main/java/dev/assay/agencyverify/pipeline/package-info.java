/** The verifier type {@code script}: agency verification as one step of the pipeline. */
@NullMarked
package dev.assay.agencyverify.pipeline;

import org.jspecify.annotations.NullMarked;
