/**
 * The no-copy gate: a report cites its artifact by pointer and never pastes from it. Layer: core,
 * pure; uses {@code schemas} only.
 */
@NullMarked
package dev.assay.core.nocopy;

import org.jspecify.annotations.NullMarked;
