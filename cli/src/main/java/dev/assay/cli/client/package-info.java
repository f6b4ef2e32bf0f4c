/** Commands that talk to a running system over its HTTP API. */
@NullMarked
package dev.assay.cli.client;

import org.jspecify.annotations.NullMarked;
