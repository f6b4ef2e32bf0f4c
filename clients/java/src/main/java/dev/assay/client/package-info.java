/**
 * A harness's view of Assay: artifacts and executions in, decisions out, over HTTP; attestations
 * are verified here. Uses the JDK, {@code schemas} and {@code core}.
 */
@NullMarked
package dev.assay.client;

import org.jspecify.annotations.NullMarked;
