/** Tests of the tools of the Model Context Protocol. */
@NullMarked
package dev.assay.cli.mcp;

import org.jspecify.annotations.NullMarked;
