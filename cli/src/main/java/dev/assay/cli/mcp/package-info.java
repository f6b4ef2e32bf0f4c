/** The referee as a server of the Model Context Protocol, over stdio and HTTP. */
@NullMarked
package dev.assay.cli.mcp;

import org.jspecify.annotations.NullMarked;
