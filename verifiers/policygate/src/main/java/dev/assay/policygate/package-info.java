/** The policy gate verifier. Layer: verifiers; uses core, the verifier SPI and workspace. */
@NullMarked
package dev.assay.policygate;

import org.jspecify.annotations.NullMarked;
