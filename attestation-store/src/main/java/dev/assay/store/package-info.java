/**
 * The attestation store: {@link dev.assay.store.AttestationStore} is its one door, behind which an
 * SQL index decides the order and a tiled transparency log follows it. Service layer without
 * transport: no Kafka and no HTTP.
 */
@NullMarked
package dev.assay.store;

import org.jspecify.annotations.NullMarked;
