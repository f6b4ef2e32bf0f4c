/** A repository's verify script, run under process control and recorded. */
@NullMarked
package dev.assay.script;

import org.jspecify.annotations.NullMarked;
