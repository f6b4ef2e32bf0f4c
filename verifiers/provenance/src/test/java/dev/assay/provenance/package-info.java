@NullMarked
package dev.assay.provenance;

import org.jspecify.annotations.NullMarked;
