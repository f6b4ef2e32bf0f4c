/** Tests of the interpreter, written as claims about what scripts and hosts observe. */
@NullMarked
package dev.assay.starlark;

import org.jspecify.annotations.NullMarked;
