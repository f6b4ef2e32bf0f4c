/** What agents' harnesses say to a hook, and what they take for an answer. */
@NullMarked
package dev.assay.schemas.hook;

import org.jspecify.annotations.NullMarked;
