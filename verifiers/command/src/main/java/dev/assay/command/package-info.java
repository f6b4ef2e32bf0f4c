/**
 * The verifier {@code command}: an operator's program, in any language, that is asked and answers
 * in JSON. Uses the verifier SPI and process control.
 */
@NullMarked
package dev.assay.command;

import org.jspecify.annotations.NullMarked;
