/** Starts and stops services: wiring only, nothing is decided here. */
@NullMarked
package dev.assay.cli.host;

import org.jspecify.annotations.NullMarked;
