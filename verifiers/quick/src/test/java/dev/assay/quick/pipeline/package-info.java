/** Tests of the verifier as the pipeline runs it. */
@NullMarked
package dev.assay.quick.pipeline;

import org.jspecify.annotations.NullMarked;
