/** The verifier type {@code subresult}: cf-verify for one sub-result artifact of an execution. */
@NullMarked
package dev.assay.cfverify.pipeline;

import org.jspecify.annotations.NullMarked;
