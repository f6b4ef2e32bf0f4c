/** The governance loop: Kafka Streams around the pure step of {@code core}. */
@NullMarked
package dev.assay.director;

import org.jspecify.annotations.NullMarked;
