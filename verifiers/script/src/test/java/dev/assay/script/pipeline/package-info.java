/** Tests of the verifier type {@code script}. */
@NullMarked
package dev.assay.script.pipeline;

import org.jspecify.annotations.NullMarked;
