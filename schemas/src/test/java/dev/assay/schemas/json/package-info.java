/** Tests of canonical JSON against RFC 8785 and an independent ECMAScript engine. */
@NullMarked
package dev.assay.schemas.json;

import org.jspecify.annotations.NullMarked;
