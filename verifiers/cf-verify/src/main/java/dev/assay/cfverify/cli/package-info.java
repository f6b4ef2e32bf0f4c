/** The cf-verify command: arguments in, one JSON document out. */
@NullMarked
package dev.assay.cfverify.cli;

import org.jspecify.annotations.NullMarked;
