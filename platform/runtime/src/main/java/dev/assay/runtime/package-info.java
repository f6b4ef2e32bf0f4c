/** How services run: lifecycle, health, metrics. Uses {@code schemas} only. */
@NullMarked
package dev.assay.runtime;

import org.jspecify.annotations.NullMarked;
