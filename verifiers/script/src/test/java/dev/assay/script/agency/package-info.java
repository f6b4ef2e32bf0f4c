/** Tests of the parts of the agency data directory. */
@NullMarked
package dev.assay.script.agency;

import org.jspecify.annotations.NullMarked;
