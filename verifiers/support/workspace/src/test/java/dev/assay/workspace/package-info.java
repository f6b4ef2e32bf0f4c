/** Tests of the extraction of untrusted archives. */
@NullMarked
package dev.assay.workspace;

import org.jspecify.annotations.NullMarked;
