/** Tests of what a configuration becomes. Layer: tests. */
@NullMarked
package dev.assay.cli.host;

import org.jspecify.annotations.NullMarked;
