/**
 * Library layer: modules a host may offer to scripts, written against the public part of {@link
 * dev.assay.starlark} only. None does I/O; clocks and regular expressions are supplied by the host.
 */
@NullMarked
package dev.assay.starlark.lib;

import org.jspecify.annotations.NullMarked;
