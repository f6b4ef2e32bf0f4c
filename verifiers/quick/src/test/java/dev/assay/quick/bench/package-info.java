/** Benchmarks of Quick Verify, started by {@code scripts/bench/quick.sh}. */
@NullMarked
package dev.assay.quick.bench;

import org.jspecify.annotations.NullMarked;
