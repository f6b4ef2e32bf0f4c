/** Which verifiers there are, for those who run and ask for them. */
@NullMarked
package dev.assay.verifier.catalog;

import org.jspecify.annotations.NullMarked;
