/** Tests of the readers of tool calls. */
@NullMarked
package dev.assay.toolcalls;

import org.jspecify.annotations.NullMarked;
