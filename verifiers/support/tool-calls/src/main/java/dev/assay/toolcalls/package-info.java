/**
 * Reads the tool calls of agents out of the envelopes that model APIs, harnesses and frameworks
 * write, as one normalised record for all of them.
 */
@NullMarked
package dev.assay.toolcalls;

import org.jspecify.annotations.NullMarked;
