/** The demonstration: a small fleet's real artifacts through a running system. */
@NullMarked
package dev.assay.cli.demo;

import org.jspecify.annotations.NullMarked;
