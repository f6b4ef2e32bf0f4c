/**
 * Bombs: small input that would take much memory or time of a careless reader. Each module that
 * parses strangers' bytes has a table of them, which runs in a JVM with 64 MB of heap.
 */
@NullMarked
package dev.assay.testkit.bomb;

import org.jspecify.annotations.NullMarked;
