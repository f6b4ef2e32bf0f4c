/** The commands {@code assay verify} and {@code assay runs}: their words, lines and exit codes. */
@NullMarked
package dev.assay.agencyverify.cli;

import org.jspecify.annotations.NullMarked;
