/**
 * cf-verify: re-reads the sampled evidence of a sub-result and says which claims hold. Verifier
 * layer; its parts are {@code document} (what came in), {@code evidence} (re-reading files), {@code
 * rerun} (asking the web again), {@code judge} (does a snippet contradict a claim), {@code
 * settings} and {@code report}.
 */
@NullMarked
package dev.assay.cfverify;

import org.jspecify.annotations.NullMarked;
