/**
 * The screenshot verifier. Layer: verifiers; uses core, the verifier SPI and the JDK's decoders.
 */
@NullMarked
package dev.assay.screenshot;

import org.jspecify.annotations.NullMarked;
