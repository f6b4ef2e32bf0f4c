/** The sink of attestations, decisions and work items: from topics into the attestation store. */
@NullMarked
package dev.assay.store.sink;

import org.jspecify.annotations.NullMarked;
