/** The moods of the director as a table of rules: which event moves which mood where, and why. */
@NullMarked
package dev.assay.core.mood;

import org.jspecify.annotations.NullMarked;
