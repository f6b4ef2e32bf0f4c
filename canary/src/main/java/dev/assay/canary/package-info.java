/**
 * Canaries: artifacts of known truth that live verifiers judge unknowingly, and how often they were
 * wrong. Layer: runtime; uses {@code runtime} and the artifact store.
 */
@NullMarked
package dev.assay.canary;

import org.jspecify.annotations.NullMarked;
