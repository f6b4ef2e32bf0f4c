/** The director's decisions: plan, fold, decide. Pure: same state and input, same bytes out. */
@NullMarked
package dev.assay.core.director;

import org.jspecify.annotations.NullMarked;
