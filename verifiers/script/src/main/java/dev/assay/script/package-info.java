/**
 * agency verify: runs a repository's verify script under process control and records what happened.
 */
@NullMarked
package dev.assay.script;

import org.jspecify.annotations.NullMarked;
