/**
 * Unpacks workspace archives that were sent by someone who is not trusted. A leaf of the verifier
 * layer: uses the JDK and the archive library only.
 */
@NullMarked
package dev.assay.workspace;

import org.jspecify.annotations.NullMarked;
