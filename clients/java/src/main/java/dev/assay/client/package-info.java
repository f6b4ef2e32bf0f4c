/**
 * A harness's view of Assay: artifacts and executions in, decisions out, over HTTP. Uses the JDK
 * and {@code schemas}.
 */
@NullMarked
package dev.assay.client;

import org.jspecify.annotations.NullMarked;
