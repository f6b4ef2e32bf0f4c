/** Tests of the commands as a person or a script calls them. */
@NullMarked
package dev.assay.agencyverify.cli;

import org.jspecify.annotations.NullMarked;
