/**
 * The stop gate: what a harness calls when its agent says that it is done. Gathers evidence as the
 * repository's file says, submits it, and answers in the harness's own words.
 */
@NullMarked
package dev.assay.gate;

import org.jspecify.annotations.NullMarked;
