/** The bounds of reading tool calls. */
@NullMarked
package dev.assay.toolcalls.limits;

import org.jspecify.annotations.NullMarked;
