/**
 * Re-reads the lines an evidence item points at, and no others. Touches the file system, read-only.
 */
@NullMarked
package dev.assay.cfverify.evidence;

import org.jspecify.annotations.NullMarked;
