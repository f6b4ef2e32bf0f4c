/** Runs verifier scripts and reads what they return. Uses {@code starlark} and the vocabulary. */
@NullMarked
package dev.assay.delegation.script;

import org.jspecify.annotations.NullMarked;
