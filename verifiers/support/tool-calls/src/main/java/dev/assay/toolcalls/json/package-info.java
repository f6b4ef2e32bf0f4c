/**
 * JSON with ECMAScript semantics: a compact value tree, its parser and its writers. Uses {@code
 * limits} and {@code EcmaNumber} only.
 */
@NullMarked
package dev.assay.toolcalls.json;

import org.jspecify.annotations.NullMarked;
