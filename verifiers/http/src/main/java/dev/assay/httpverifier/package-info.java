/**
 * Verifiers that are services of an operator: the same request and finding as of a command, over
 * HTTP.
 */
@NullMarked
package dev.assay.httpverifier;

import org.jspecify.annotations.NullMarked;
