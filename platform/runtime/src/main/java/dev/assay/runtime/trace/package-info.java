/** Runtime layer: one span for each span of the pipeline, exported over OTLP when configured. */
@NullMarked
package dev.assay.runtime.trace;

import org.jspecify.annotations.NullMarked;
