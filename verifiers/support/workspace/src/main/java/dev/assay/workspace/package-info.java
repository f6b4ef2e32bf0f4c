/**
 * Unpacks workspace archives that were sent by someone who is not trusted. Its readers are its own:
 * nothing of an archive is held in memory but one bounded header.
 */
@NullMarked
package dev.assay.workspace;

import org.jspecify.annotations.NullMarked;
