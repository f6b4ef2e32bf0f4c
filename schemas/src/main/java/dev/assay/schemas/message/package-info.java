/**
 * The messages on topics, one record each: wire and domain value at once. A value that exists is
 * valid; constructors refuse the rest with a {@link dev.assay.schemas.RejectedException}. The Avro
 * schemas beside them are the contract.
 */
@NullMarked
package dev.assay.schemas.message;

import org.jspecify.annotations.NullMarked;
