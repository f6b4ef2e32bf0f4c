/** Tests of audits. */
@NullMarked
package dev.assay.cli.audit;

import org.jspecify.annotations.NullMarked;
