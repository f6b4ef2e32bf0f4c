/** Typed configuration: defaults in code, unknown keys are errors, secrets are masked. */
@NullMarked
package dev.assay.config;

import org.jspecify.annotations.NullMarked;
