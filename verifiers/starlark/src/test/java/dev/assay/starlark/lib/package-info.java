/** Tests of the modules a host may offer. */
@NullMarked
package dev.assay.starlark.lib;

import org.jspecify.annotations.NullMarked;
