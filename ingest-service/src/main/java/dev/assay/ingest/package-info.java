/** Takes artifacts and execution events over HTTP and puts them on topics. */
@NullMarked
package dev.assay.ingest;

import org.jspecify.annotations.NullMarked;
