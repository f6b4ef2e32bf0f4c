/**
 * Merkle maths of RFC 6962 and RFC 9162 over SHA-256, and the tile arithmetic of C2SP tlog-tiles.
 * Pure functions of the core layer: uses the JDK's SHA-256 and nothing else.
 */
@NullMarked
package dev.assay.core.merkle;

import org.jspecify.annotations.NullMarked;
