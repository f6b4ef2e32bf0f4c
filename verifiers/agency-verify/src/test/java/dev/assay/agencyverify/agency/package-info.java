/** Tests of the parts of the agency data directory. */
@NullMarked
package dev.assay.agencyverify.agency;

import org.jspecify.annotations.NullMarked;
