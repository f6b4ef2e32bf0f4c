/** In-toto statements: what attestations say, as canonical bytes. */
@NullMarked
package dev.assay.core.statement;

import org.jspecify.annotations.NullMarked;
