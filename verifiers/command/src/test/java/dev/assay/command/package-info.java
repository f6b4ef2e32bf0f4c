/** Tests of command verifiers. */
@NullMarked
package dev.assay.command;

import org.jspecify.annotations.NullMarked;
