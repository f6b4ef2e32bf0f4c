/** Tests of the package of the same name. */
@NullMarked
package dev.assay.delegation.vocabulary;

import org.jspecify.annotations.NullMarked;
