/** Tests over real HTTP on loopback. */
@NullMarked
package dev.assay.ingest;

import org.jspecify.annotations.NullMarked;
