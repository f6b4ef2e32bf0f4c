/** Delegation verification: Starlark verifiers, hooks and the Ralph retry loop. */
@NullMarked
package dev.assay.delegation;

import org.jspecify.annotations.NullMarked;
