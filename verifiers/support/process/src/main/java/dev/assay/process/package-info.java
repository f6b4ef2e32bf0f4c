/**
 * Process control: runs one command in its own session and group, in a sandbox when asked, and
 * tells truthfully how it ended. Uses the JDK only, and libc through {@code java.lang.foreign};
 * Linux with glibc 2.34 or newer.
 */
@NullMarked
package dev.assay.process;

import org.jspecify.annotations.NullMarked;
