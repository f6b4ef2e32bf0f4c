/** The loops between topics and steps, and nothing of what the steps mean. */
@NullMarked
package dev.assay.runtime.kafka;

import org.jspecify.annotations.NullMarked;
