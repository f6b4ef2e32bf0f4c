/**
 * Canonical failure signatures: the same failure has the same id whatever its times, paths,
 * addresses, ids and line numbers. Layer: core, pure; uses {@code schemas} only.
 */
@NullMarked
package dev.assay.core.failure;

import org.jspecify.annotations.NullMarked;
