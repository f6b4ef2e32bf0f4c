/**
 * The commands that look after the files of an attestation store that does not run. Uses {@code
 * host} for what the configuration names; nothing here talks to a running system.
 */
@NullMarked
package dev.assay.cli.log;

import org.jspecify.annotations.NullMarked;
