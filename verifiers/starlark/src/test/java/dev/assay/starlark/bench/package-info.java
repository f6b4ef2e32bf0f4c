/** Benchmarks, run by hand through {@code ./dev bench starlark}. */
@NullMarked
package dev.assay.starlark.bench;

import org.jspecify.annotations.NullMarked;
