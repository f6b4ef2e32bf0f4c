/** Tests of the commands as a person or a script calls them. */
@NullMarked
package dev.assay.script.cli;

import org.jspecify.annotations.NullMarked;
