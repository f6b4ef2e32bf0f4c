/**
 * Ingest: the write half of the HTTP API. Meets the broker through the ports of {@link
 * dev.assay.ingest.IngestPorts} and the artifacts through their store.
 */
@NullMarked
package dev.assay.ingest;

import org.jspecify.annotations.NullMarked;
