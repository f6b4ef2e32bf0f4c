/**
 * Syntax layer: source text to a resolved tree. Pure; knows no values and no evaluation.
 *
 * <p>{@link dev.assay.starlark.syntax.Lexer} makes tokens, {@link dev.assay.starlark.syntax.Parser}
 * a tree of bounded height, {@link dev.assay.starlark.syntax.Resolver} binds every name to a slot.
 */
@NullMarked
package dev.assay.starlark.syntax;

import org.jspecify.annotations.NullMarked;
