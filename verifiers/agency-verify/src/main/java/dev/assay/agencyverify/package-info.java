/** A repository's verify script, run under process control and recorded. */
@NullMarked
package dev.assay.agencyverify;

import org.jspecify.annotations.NullMarked;
