/**
 * Hooks: policies in files, dispatched on the events of a delegation. Uses the script runner and
 * the YAML library.
 */
@NullMarked
package dev.assay.delegation.hook;

import org.jspecify.annotations.NullMarked;
