/** Tests of the policy gate. */
@NullMarked
package dev.assay.policygate;

import org.jspecify.annotations.NullMarked;
