/** Avro single-object encoding of messages against the schemas of this module. */
@NullMarked
package dev.assay.schemas.avro;

import org.jspecify.annotations.NullMarked;
