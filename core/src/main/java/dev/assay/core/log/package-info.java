/**
 * The texts of a C2SP transparency log: signed notes, checkpoints, verifier keys and proof files.
 * Core layer: pure parsing and formatting over {@code core.merkle} and {@code core.sign}.
 */
@NullMarked
package dev.assay.core.log;

import org.jspecify.annotations.NullMarked;
