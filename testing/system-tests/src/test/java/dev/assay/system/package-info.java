/**
 * System tests, the top layer: they start {@code assay} as its users do, in processes of its own,
 * and look at it through HTTP, Kafka and files only. Nothing depends on them.
 */
@NullMarked
package dev.assay.system;

import org.jspecify.annotations.NullMarked;
