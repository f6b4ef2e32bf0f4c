/**
 * Decisions as pure functions of (state, input). Uses {@code schemas} only: no Kafka, JDBC, HTTP,
 * clock, randomness or logging.
 */
@NullMarked
package dev.assay.core;

import org.jspecify.annotations.NullMarked;
