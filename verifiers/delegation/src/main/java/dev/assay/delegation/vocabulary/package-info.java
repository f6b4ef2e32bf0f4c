/**
 * What verifier scripts and hooks can see of the world: read-only, confined, and charged to the
 * budget of the evaluation. Uses {@code starlark}, {@code egress} and libraries; nothing of the
 * loop.
 */
@NullMarked
package dev.assay.delegation.vocabulary;

import org.jspecify.annotations.NullMarked;
