/**
 * JSON as Assay hashes, signs and shows it: strict reading, RFC 8785 writing. Uses Jackson's tree
 * model and nothing else.
 */
@NullMarked
package dev.assay.schemas.json;

import org.jspecify.annotations.NullMarked;
