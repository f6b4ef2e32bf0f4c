/** Tests of the verifiers that are HTTP services. */
@NullMarked
package dev.assay.httpverifier;

import org.jspecify.annotations.NullMarked;
