/**
 * The verifier {@code reexecution}: runs an operator's command in an agent's workspace, with the
 * operator's own tests laid over it, and compares what comes out with what was claimed.
 */
@NullMarked
package dev.assay.reexecution;

import org.jspecify.annotations.NullMarked;
