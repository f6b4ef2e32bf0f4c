/**
 * The command line of {@code assay quick}: arguments, files, envelopes, exit codes. The only part
 * of the engine that touches files; uses everything else.
 */
@NullMarked
package dev.assay.quick.cli;

import org.jspecify.annotations.NullMarked;
