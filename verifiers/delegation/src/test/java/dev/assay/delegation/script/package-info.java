/** Tests of the package of the same name. */
@NullMarked
package dev.assay.delegation.script;

import org.jspecify.annotations.NullMarked;
