/**
 * From raw bytes to distinct tool actions: decoding, the ingest ladder, extraction, flattening,
 * dedupe (specification A.5 to A.8). Pure; uses {@code json} and {@code limits}.
 */
@NullMarked
package dev.assay.quick.ingest;

import org.jspecify.annotations.NullMarked;
