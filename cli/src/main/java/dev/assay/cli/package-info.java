/** The assay command: parses what a person typed and prints what a person or a script reads. */
@NullMarked
package dev.assay.cli;

import org.jspecify.annotations.NullMarked;
