/** Tests of the Avro contract and its evolution. */
@NullMarked
package dev.assay.schemas.avro;

import org.jspecify.annotations.NullMarked;
