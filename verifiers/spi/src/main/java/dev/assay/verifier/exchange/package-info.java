/**
 * What verifiers in other languages are told and answer: the verifier SPI as two JSON documents,
 * {@code verifier-request} and {@code verifier-finding}.
 */
@NullMarked
package dev.assay.verifier.exchange;

import org.jspecify.annotations.NullMarked;
