/** Rebuilds what a system decided and attested from its topics and artifacts, and compares. */
@NullMarked
package dev.assay.cli.replay;

import org.jspecify.annotations.NullMarked;
