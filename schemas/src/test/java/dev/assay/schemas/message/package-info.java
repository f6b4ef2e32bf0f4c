/** Tests of messages: strict reading, bounds, codecs. */
@NullMarked
package dev.assay.schemas.message;

import org.jspecify.annotations.NullMarked;
