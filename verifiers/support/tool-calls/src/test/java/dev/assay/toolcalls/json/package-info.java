/** Tests of the JSON tree against the grammar and against the project's other writer. */
@NullMarked
package dev.assay.toolcalls.json;

import org.jspecify.annotations.NullMarked;
