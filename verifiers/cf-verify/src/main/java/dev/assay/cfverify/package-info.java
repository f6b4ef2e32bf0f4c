/**
 * cf-verify: re-reads the sampled evidence of a sub-result, says which claims hold and writes the
 * report. Verifier layer; its parts are {@code document} (what came in), {@code evidence}
 * (re-reading files, asking the web again) and {@code judge} (does a snippet contradict a claim).
 */
@NullMarked
package dev.assay.cfverify;

import org.jspecify.annotations.NullMarked;
