/**
 * One row or one related row against the database: requests, scalar comparison, outcomes. Uses
 * {@code sql}, {@code json} and {@code limits}.
 */
@NullMarked
package dev.assay.quick.verify;

import org.jspecify.annotations.NullMarked;
