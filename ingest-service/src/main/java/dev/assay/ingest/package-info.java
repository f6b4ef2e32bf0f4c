/**
 * Ingest: the write half of the HTTP API. Meets the broker through three ports ({@link
 * dev.assay.ingest.EventPublisher}, {@link dev.assay.ingest.EventFeed}, {@link
 * dev.assay.ingest.DecisionFeed}) and the artifacts through their store.
 */
@NullMarked
package dev.assay.ingest;

import org.jspecify.annotations.NullMarked;
