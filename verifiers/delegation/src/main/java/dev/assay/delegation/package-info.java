/**
 * The contract between a delegate, its verifiers and the loop around them: pure state machine and
 * domain types. Uses {@code core} and Jackson's tree only.
 */
@NullMarked
package dev.assay.delegation;

import org.jspecify.annotations.NullMarked;
