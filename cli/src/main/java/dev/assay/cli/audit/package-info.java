/** Audits of a log: what its operator should not be believed. */
@NullMarked
package dev.assay.cli.audit;

import org.jspecify.annotations.NullMarked;
