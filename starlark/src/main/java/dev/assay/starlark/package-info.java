/** A Starlark interpreter whose every cost is charged to a budget. Uses the JDK only. */
@NullMarked
package dev.assay.starlark;

import org.jspecify.annotations.NullMarked;
